// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { call } from '../call.ts';
import { installFakeDesk } from '../testing/fake-desk.ts';
import { fail, succeed } from '#shared/errors.ts';
import { sendEarly } from './early-calls.ts';

it('an early answer is taken by its first reader, and the next one requests', async () => {
  const desk = installFakeDesk({ 'viewSettings.read': () => succeed(null) });
  void sendEarly(['viewSettings.read']);
  expect(desk.calls).toHaveLength(1);
  expect(await call('viewSettings.read', {})).toBeNull();
  expect(desk.calls).toHaveLength(1);
  await call('viewSettings.read', {});
  expect(desk.calls).toHaveLength(2);
});

it('an early failure is given to the reader that takes it', async () => {
  installFakeDesk({ 'profiles.list': () => fail('storage', 'The data folder cannot be read.') });
  void sendEarly(['profiles.list']);
  await expect(call('profiles.list', {})).rejects.toThrow('The data folder cannot be read.');
});

it('a bridge that fails meanwhile is an error of the call', async () => {
  Object.defineProperty(window, 'desk', {
    configurable: true,
    value: { call: () => Promise.reject(new Error('gone')), on: () => () => undefined },
  });
  void sendEarly(['profiles.list']);
  await expect(call('profiles.list', {})).rejects.toMatchObject({ kind: 'closed' });
});
