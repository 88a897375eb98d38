import { expect, it } from 'vitest';
import { fail } from '#shared/errors.ts';
import type { TrustedReply } from '#shared/trusted.ts';
import { releaseQuestion } from './lock-questions.ts';
import { createFakePrompt } from '#trusted/testing/fake-prompt.ts';
import { createFakeLockMemory } from '../testing/fake-lock.ts';
import { createFakeLockItem } from '../testing/fake-lock-item.ts';
import { createLock } from './lock.ts';
import { createLockControl } from './lock-control.ts';
import { fitsPin, hashPin, pinError } from './pin-hash.ts';
import { createPinStore } from './pin-store.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const pin = (typed: string, newPin = '', repeated = newPin): TrustedReply => ({
  kind: 'enter-pin',
  pin: typed,
  newPin,
  repeated,
  typed: '',
});
const first = pin('', '140892');

function build(kept: Parameters<typeof createFakeLockMemory>[0] = {}, item = createFakeLockItem()) {
  let nowMs = 1_000_000;
  const memory = createFakeLockMemory(kept);
  const lock = createLock({ memory, nowMs: () => nowMs });
  const prompt = createFakePrompt();
  let state: 'ready' | 'missing' = 'ready';
  const probe = () => Promise.resolve({ state, detail: 'There is no keychain here.' } as const);
  const pins = createPinStore({ probe, lockItem: item, backend: 'Fake Keychain' });
  const control = createLockControl({ lock, pins, prompt, nowMs: () => nowMs, log: silent, cost: 1024 });
  const typing = <T>(replies: TrustedReply[], act: () => Promise<T>): Promise<T> => {
    prompt.replies = replies;
    return act();
  };
  const refused = () => prompt.failures.splice(0).map(({ field, message }) => `${field}: ${message}`);
  return {
    control,
    lock,
    memory,
    item,
    prompt,
    typing,
    refused,
    pass: (ms: number) => (nowMs += ms),
    lose: () => (state = 'missing'),
  };
}

async function withPin(kept: Parameters<typeof createFakeLockMemory>[0] = {}) {
  const built = build(kept);
  await built.typing([first], () => built.control.setPin('keychain'));
  return built;
}

it('lock stores a PIN as a salted hash in the keychain only', async () => {
  const { item, memory, lock } = await withPin();
  expect(lock.state()).toMatchObject({ pinHome: 'keychain', locked: null });
  expect(item.text).not.toContain('140892');
  expect(item.text).toMatch(/"hash":"[0-9a-f]{64}"/);
  expect(JSON.stringify(memory.read())).not.toMatch(/hash|140892/);
  const [one, two] = [await hashPin('140892', 1024), await hashPin('140892', 1024)];
  expect(one.hash).not.toBe(two.hash);
  expect([await fitsPin('140892', one), await fitsPin('140893', one)]).toEqual([true, false]);
});

it('lock opens with the PIN only', async () => {
  const { control, lock, typing, refused } = await withPin();
  lock.engage('asked');
  expect(await typing([pin(''), pin('140893')], control.release)).toMatchObject({ error: { kind: 'declined' } });
  expect(refused()).toEqual(['pin: Enter the PIN.', 'pin: This is not the PIN.']);
  expect(lock.isLocked()).toBe(true);
  expect(await typing([{ kind: 'confirm', typed: '140892' }], control.release)).toMatchObject({ ok: false });
  expect(lock.isLocked()).toBe(true);
  expect(await typing([pin('140892')], control.release)).toMatchObject({ ok: true, value: { locked: null } });
  expect(lock.isLocked()).toBe(false);
});

it('lock asks for the PIN to unlock without a pause, and for other purposes with one', async () => {
  const { control, lock, prompt, typing } = await withPin();
  lock.engage('asked');
  await typing([pin('140892')], control.release);
  await typing([], () => control.setPin('keychain'));
  await typing([], control.removePin);
  expect(prompt.questions.length).toBeGreaterThan(2);
  expect(prompt.urgent).toEqual([releaseQuestion]);
});

it('lock rejects the right PIN during the wait after wrong attempts, also after a restart', async () => {
  const { control, lock, typing, refused, memory, item, pass } = await withPin();
  lock.engage('asked');
  const wrong = ['1', '2', '3'].map(text => pin(text));
  await typing([...wrong, pin('140892')], control.release);
  expect(refused().slice(2)).toEqual([
    'pin: This is not the PIN. You can try again in 10 seconds.',
    'pin: Too many wrong PINs. You can try again in 10 seconds.',
  ]);
  const restarted = build(memory.read(), item);
  expect(restarted.lock.isLocked()).toBe(true);
  await restarted.typing([pin('140892')], restarted.control.release);
  expect(restarted.lock.isLocked()).toBe(true);
  pass(10_000);
  await typing([pin('4')], control.release);
  expect(refused()).toEqual(['pin: This is not the PIN. You can try again in 30 seconds.']);
  pass(30_000);
  await typing([pin('140892')], control.release);
  expect(lock.state()).toMatchObject({ locked: null, retryAtMs: null });
  expect(memory.read().wrongTries).toBe(0);
});

it('lock requires the previous PIN for a new one, typed twice and not a common one', async () => {
  const { control, typing, refused, item } = await withPin();
  const before = item.text;
  await typing([pin('', '770011'), pin('140892', '770011', '770012'), pin('140892', '123456')], () =>
    control.setPin('keychain'),
  );
  expect(refused()).toEqual([
    'pin: Enter the PIN.',
    'repeated: The two new PINs differ. Enter the same PIN twice.',
    'newPin: This PIN is easy to guess. Choose one that is no sequence and no repetition.',
  ]);
  expect(item.text).toBe(before);
  expect(await typing([pin('140892', '770011')], () => control.setPin('keychain'))).toMatchObject({ ok: true });
  expect(['12345', '987654', '000000', '770011', 'correct horse'].map(text => pinError(text) === null)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

it('lock requires the PIN to remove it, and cannot be engaged afterwards', async () => {
  const { control, typing, item, lock } = await withPin();
  expect(await typing([pin('wrong')], control.removePin)).toMatchObject({ ok: false });
  expect(item.text).not.toBeNull();
  expect(await typing([pin('140892')], control.removePin)).toMatchObject({ ok: true, value: { pinHome: null } });
  expect(item.text).toBeNull();
  expect(lock.engage('asked').ok).toBe(false);
  expect(await control.removePin()).toMatchObject({ ok: false });
});

it('lock applies a shorter idle time at once, and asks for the PIN for a longer one', async () => {
  const { control, typing, prompt, lock } = await withPin();
  prompt.questions.length = 0;
  expect(await control.change({ idleMin: 5, isLockedAtStart: true })).toMatchObject({ ok: true });
  expect(prompt.questions).toEqual([]);
  for (const looser of [
    { idleMin: null, isLockedAtStart: true },
    { idleMin: 6, isLockedAtStart: true },
    { idleMin: 1, isLockedAtStart: false },
  ])
    expect(await typing([], () => control.change(looser))).toMatchObject({ error: { kind: 'declined' } });
  expect(lock.state()).toMatchObject({ idleMin: 5, isLockedAtStart: true });
  await typing([pin('140892')], () => control.change({ idleMin: null, isLockedAtStart: false }));
  expect(lock.state()).toMatchObject({ idleMin: null, isLockedAtStart: false });
});

it('lock reports a missing keychain, and keeps the PIN in memory for this session', async () => {
  const { control, typing, refused, lose, item, lock } = build();
  lose();
  await typing([first], () => control.setPin('keychain'));
  expect(refused()).toEqual(['undefined: There is no keychain here.']);
  expect(await typing([first], () => control.setPin('session'))).toMatchObject({ value: { pinHome: 'session' } });
  expect(item.text).toBeNull();
  lock.engage('asked');
  await typing([pin('140892')], control.release);
  expect(lock.isLocked()).toBe(false);
});

it('lock uses a PIN of the keychain that the file does not have, and locks at start when chosen', async () => {
  const before = await withPin();
  await before.control.change({ idleMin: 3, isLockedAtStart: true });
  const lost = build({}, before.item);
  await lost.control.adopt();
  expect(lost.lock.state()).toMatchObject({ pinHome: 'keychain', idleMin: 3, locked: { reason: 'start' } });
  const none = build();
  await none.control.adopt();
  expect(none.lock.state()).toMatchObject({ pinHome: null, locked: null });
});

it('lock stays locked when the keychain does not open, and states why', async () => {
  const { control, typing, refused, item, lock } = await withPin();
  lock.engage('asked');
  item.failure = fail('keychain-locked', 'The keychain does not open.');
  await typing([pin('140892')], control.release);
  expect(lock.isLocked()).toBe(true);
  expect(refused()).toEqual(['undefined: The keychain does not open.']);
});
