import { expect, it, vi } from 'vitest';
import { type CallName, calls, type EventName, events } from '#shared/contract.ts';
import type { KillRun } from '#shared/domain/safety/kill-switch.ts';
import { succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createGate, type Handlers } from './gate.ts';
import { shownProfiles } from './handlers/profiles.ts';
import { isAnsweredWhileLocked, isPublishedWhileLocked } from './while-locked.ts';

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

it('a locked desk answers no action except cancels, and no read of an account', async () => {
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

const killRun: KillRun = {
  id: 'k',
  startedAtMs: 1,
  endedAtMs: 2,
  rows: [
    {
      scope: 'spot-orders',
      state: 'left',
      found: 31,
      sent: 32,
      gone: 33,
      left: 34,
      kept: 35,
      isCounted: false,
      reason: '36 of BTC-USDT are left',
      readAtMs: 37,
    },
  ],
};
const hiddenRun = {
  ...killRun,
  areFiguresHidden: true,
  rows: [
    {
      scope: 'spot-orders',
      state: 'left',
      found: null,
      sent: 0,
      gone: 0,
      left: 0,
      kept: 0,
      isCounted: true,
      reason: null,
      readAtMs: null,
    },
  ],
};

it.each(['killSwitch.read', 'killSwitch.fire'] as const)(
  '%s answers without count and reason while locked',
  async name => {
    let isLocked = true;
    const { gate } = build(
      () => isLocked,
      () => Promise.resolve(succeed(killRun)),
    );
    expect(await gate(name, { profileId: 'p' }, null)).toEqual(succeed(hiddenRun));
    isLocked = false;
    expect(await gate(name, { profileId: 'p' }, null)).toEqual(succeed(killRun));
  },
);

it('killSwitch.read answers null while it is locked and the switch was not fired', async () => {
  const { gate } = build(
    () => true,
    () => Promise.resolve(succeed(null)),
  );
  expect(await gate('killSwitch.read', { profileId: 'p' }, null)).toEqual(succeed(null));
});

it('a locked desk does not publish an answer that arrives after the lock, and does not claim that nothing was done', async () => {
  let isLocked = false;
  const answered = Promise.withResolvers<unknown>();
  const { gate, reached } = build(
    () => isLocked,
    () => answered.promise,
  );
  const asked = gate('audit.list', {}, null);
  await vi.waitFor(() => expect(reached).toEqual(['audit.list']), { timeout: 20_000 });
  isLocked = true;
  answered.resolve(succeed([{ secret: 'of the account' }]));
  const answer = await asked;
  expect(answer).toMatchObject({ ok: false, error: { kind: 'locked' } });
  expect(JSON.stringify(answer)).toContain('may have been done');
  expect(JSON.stringify(answer)).not.toContain('of the account');
});

it('a locked desk publishes only these events', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const all = Object.keys(events) as EventName[];
  expect(all.filter(isPublishedWhileLocked).toSorted()).toEqual([
    'killSwitch.changed',
    'lock.changed',
    'profiles.changed',
    'safeguards.changed',
    'storage.changed',
    'viewSettings.changed',
    'windows.changed',
  ]);
});

it('a locked desk names only the chosen profile, without its key', () => {
  const profiles = [buildProfile({ id: 'a', keyHint: '1234' }), buildProfile({ id: 'b' })];
  const state = { profiles, activeId: 'a' };
  const privacy = 'amounts';
  expect(shownProfiles(state, { isLocked: false, privacy })).toEqual({ ...state, isLocked: false, privacy });
  expect(shownProfiles(state, { isLocked: true, privacy })).toMatchObject({
    isLocked: true,
    profiles: [{ id: 'a', keyHint: '', permissions: [] }],
  });
});
