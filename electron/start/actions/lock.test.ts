import { expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import type { TrustedQuestion, TrustedReply } from '#shared/trusted.ts';
import { createKeychain } from '#credentials/keyring/keychain.ts';
import { createLock } from '#credentials/lock/lock.ts';
import { createFakeLockMemory } from '#credentials/testing/fake-lock.ts';
import type { TakeReply } from '#trusted/prompt.ts';
import { createFakePrompt } from '#trusted/testing/fake-prompt.ts';
import { composeLock } from './lock.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const question: TrustedQuestion = {
  kind: 'confirm',
  profileName: 'Ada',
  colour: 'blue',
  title: 'Loosen the policy',
  facts: [],
  warning: 'Beware.',
  typeBack: null,
  confirmLabel: 'Allow',
};
const reply: TrustedReply = { kind: 'confirm', typed: '' };

it('window lock accepts no reply to a question that was asked before Fathom was locked', async () => {
  const lock = createLock({ memory: createFakeLockMemory({ hasPin: true }), nowMs: () => 1 });
  const fake = createFakePrompt();
  const keychain = createKeychain({
    start: () => {
      throw new Error('this test has no keychain');
    },
    log,
  });
  /** the window arrives only after the lock */
  const ask = <T>(_question: TrustedQuestion, take: TakeReply<T>) => {
    lock.engage('asked');
    return take(reply);
  };
  const composed = composeLock({ lock, keychain, prompt: { ...fake, ask }, log });
  let taken = 0;
  const answer = await composed.ask(question, () => {
    taken += 1;
    return Promise.resolve(succeed(null));
  });
  composed.stop();
  expect([answer, taken]).toEqual([expect.objectContaining({ ok: false }), 0]);
});
