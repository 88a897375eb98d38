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

const published = (message: string) => ({ profileId: 'p', message });

it('an event before its schema waits for it in sequence, and later ones follow', async () => {
  const desk = installFakeDesk();
  const { listen, knownPayload, loadContract } = await openFresh();
  const heard: string[] = [];
  expect(knownPayload('account.noticed')).toBeUndefined();
  listen('account.noticed', ({ message }) => heard.push(message));
  desk.push('account.noticed', published('one'));
  desk.push('account.noticed', published('two'));
  expect(heard).toEqual([]);
  await loadContract();
  desk.push('account.noticed', published('three'));
  expect(heard).toEqual(['one', 'two', 'three']);
});

it('a listener that left meanwhile receives nothing', async () => {
  const desk = installFakeDesk();
  const { listen, loadContract } = await openFresh();
  const heard: string[] = [];
  const undo = listen('account.noticed', ({ message }) => heard.push(message));
  desk.push('account.noticed', published('one'));
  undo();
  await loadContract();
  expect(heard).toEqual([]);
});

it('the schemas of the first book are known before the contract is read, and all others after it', async () => {
  const { knownPayload, loadContract } = await openFresh();
  const { knownOutput } = await import('./contract.ts');
  expect(knownPayload('book.changed')).toBeDefined();
  expect(knownOutput('profiles.list')).toBeDefined();
  expect(knownOutput('link.read')).toBeUndefined();
  await loadContract();
  expect(knownOutput('link.read')).toBeDefined();
});

it('an early answer has the same schema as in the contract', async () => {
  const { firstAnswers, firstPayloads } = await import('#shared/domain/answers/first-answers.ts');
  const { calls, events } = await import('#shared/contract.ts');
  for (const [name, schema] of Object.entries(firstAnswers))
    expect(Reflect.get(calls, name)).toHaveProperty('output', schema);
  for (const [name, schema] of Object.entries(firstPayloads))
    expect(Reflect.get(events, name)).toHaveProperty('payload', schema);
});
