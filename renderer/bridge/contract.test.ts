// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { installFakeDesk } from './testing/fake-desk.ts';

afterEach(() => vi.resetModules());

/** The bridge as it is before the rest of the contract has been read. */
async function openFresh() {
  vi.resetModules();
  const { listen } = await import('./stream.ts');
  const { knownPayload, loadContract } = await import('./contract.ts');
  return { listen, knownPayload, loadContract };
}

const told = (message: string) => ({ profileId: 'p', message });

it('what comes before its schema waits for it, in order, and what comes after it follows', async () => {
  const desk = installFakeDesk();
  const { listen, knownPayload, loadContract } = await openFresh();
  const heard: string[] = [];
  expect(knownPayload('account.noticed')).toBeUndefined();
  listen('account.noticed', ({ message }) => heard.push(message));
  desk.push('account.noticed', told('one'));
  desk.push('account.noticed', told('two'));
  expect(heard).toEqual([]);
  await loadContract();
  desk.push('account.noticed', told('three'));
  expect(heard).toEqual(['one', 'two', 'three']);
});

it('whoever has left meanwhile hears nothing', async () => {
  const desk = installFakeDesk();
  const { listen, loadContract } = await openFresh();
  const heard: string[] = [];
  const undo = listen('account.noticed', ({ message }) => heard.push(message));
  desk.push('account.noticed', told('one'));
  undo();
  await loadContract();
  expect(heard).toEqual([]);
});

it('the first book needs no more than the first part', async () => {
  const { knownPayload } = await openFresh();
  expect(knownPayload('book.changed')).toBeDefined();
});
