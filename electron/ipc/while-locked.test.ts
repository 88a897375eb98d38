import { expect, it, vi } from 'vitest';
import { type CallName, calls, type EventName, events } from '#shared/contract.ts';
import { succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createGate, type Handlers } from './gate.ts';
import { shownProfiles } from './handlers/profiles.ts';
import { isAnsweredWhileLocked, isToldWhileLocked } from './while-locked.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys forgets the names, which are those of the contract
const names = Object.keys(calls) as CallName[];

function build(isLocked: () => boolean, answer: () => Promise<unknown> = () => Promise.resolve(succeed({}))) {
  const reached: string[] = [];
  const handlers = Object.fromEntries(
    names.map(name => [
      name,
      () => {
        reached.push(name);
        return answer();
      },
    ]),
  );
  const gate = createGate({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from the contract's own list of names
    handlers: handlers as unknown as Handlers,
    windowOf: () => 'main',
    isLocked,
    log,
    nowMs: () => 1,
  });
  return { gate, reached };
}

it('no call that acts, but cancels, and none that tells of an account is answered while it is locked', async () => {
  const { gate, reached } = build(() => true);
  const refused: CallName[] = [];
  for (const name of names) {
    const answer = await gate(name, {}, null);
    if (!answer.ok && answer.error.kind === 'locked') refused.push(name);
  }
  expect(refused).toEqual(names.filter(name => !isAnsweredWhileLocked(name)));
  const onAnAccount = ['safeguards.read', 'killSwitch.fire', 'killSwitch.read'];
  const cancels = ['orders.cancel', 'stops.cancel', 'margin.cancel', 'margin.cancelAll'];
  const room =
    /^(orders|stops|margin|positions|accounts|contracts|transfers|safeguards|killSwitch|intents|audit|policy)\./;
  expect(names.filter(name => isAnsweredWhileLocked(name) && room.test(name)).toSorted()).toEqual(
    [...onAnAccount, ...cancels].toSorted(),
  );
  for (const name of refused) expect(reached).not.toContain(name);
});

it('an answer that comes after the lock is not told, and does not say that nothing was done', async () => {
  let isLocked = false;
  const answered = Promise.withResolvers<unknown>();
  const { gate, reached } = build(
    () => isLocked,
    () => answered.promise,
  );
  const asked = gate('audit.list', {}, null);
  await vi.waitFor(() => expect(reached).toEqual(['audit.list']));
  isLocked = true;
  answered.resolve(succeed([{ secret: 'of the account' }]));
  const answer = await asked;
  expect(answer).toMatchObject({ ok: false, error: { kind: 'locked' } });
  expect(JSON.stringify(answer)).toContain('may have been done');
  expect(JSON.stringify(answer)).not.toContain('of the account');
});

it('only these events are told while it is locked', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const all = Object.keys(events) as EventName[];
  expect(all.filter(isToldWhileLocked).toSorted()).toEqual([
    'killSwitch.changed',
    'lock.changed',
    'profiles.changed',
    'safeguards.changed',
    'storage.changed',
    'viewSettings.changed',
    'windows.changed',
  ]);
});

it('of the profiles only the chosen one is named, without its key', () => {
  const profiles = [buildProfile({ id: 'a', keyHint: '1234' }), buildProfile({ id: 'b' })];
  const state = { profiles, activeId: 'a' };
  const privacy = 'amounts';
  expect(shownProfiles(state, { isLocked: false, privacy })).toEqual({ ...state, isLocked: false, privacy });
  expect(shownProfiles(state, { isLocked: true, privacy })).toMatchObject({
    isLocked: true,
    profiles: [{ id: 'a', keyHint: '', permissions: [] }],
  });
});
