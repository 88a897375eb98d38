import { beforeEach, expect, it } from 'vitest';
import type { KillRow, KillRun } from '#shared/domain/safety/kill-switch.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import type { TrustedQuestion } from '#shared/trusted.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import type { OpenAccount } from '#credentials/active-profile.ts';
import { createNotes } from '#log/testing/notes.ts';
import type { AskUser } from '#policy/allowances.ts';
import type { Emergency } from '#shell/shell.ts';
import { createFakeSafety } from '#trading/testing/fake-safety.ts';
import { createEmergency } from './emergency.ts';

/** The window's distress, the user at the trusted window, and the kill switch, as the test plays them. */

let happened: string[];
let asked: TrustedQuestion[];
let publish: (what: Emergency) => void;
let doesAgree: boolean;
let opened: OpenAccount | null;
const profile = buildProfile({ id: 'p1', name: 'Desk', isReadOnly: false });
const account: OpenAccount = { profileId: 'p1', profile, client: createFakeClient() };
const quiet = () => new Promise(resolve => setTimeout(resolve, 0));

beforeEach(() => {
  happened = [];
  asked = [];
  doesAgree = true;
  opened = account;
});

const ask: AskUser = async (question, take) => {
  asked.push(question);
  return doesAgree ? take() : { ok: false, error: { kind: 'declined', message: 'no', isOutcomeUnknown: false } };
};

function build(killSwitch = createFakeSafety(step => void happened.push(step)).killSwitch) {
  return createEmergency({
    shell: {
      onEmergency: listener => {
        publish = listener;
        return () => {};
      },
    },
    ask,
    killSwitch,
    opened: () => opened,
    log: createNotes().log,
  });
}

it.each(['hanging', 'menu'] as const)('%s: asks with the count, fires, and publishes the result', async what => {
  build();
  publish(what);
  await quiet();
  expect(happened).toEqual(['fire p1']);
  expect(asked.map(question => question.kind === 'confirm' && question.confirmLabel)).toEqual([
    'Cancel all + freeze (0)',
    'I have read this',
  ]);
});

it('kill switch names a venue that is down at once, and publishes its final result later', async () => {
  const { killSwitch } = createFakeSafety(step => void happened.push(step));
  const down = { scope: 'futures-orders', state: 'unreachable', reason: 'It is down.' } as const;
  const row: KillRow = { ...down, found: null, sent: 0, gone: 0, left: 0, kept: 0, isCounted: true, readAtMs: null };
  const run: KillRun = { id: 'k', startedAtMs: 1, endedAtMs: null, rows: [row] };
  const over = Promise.withResolvers<KillRun>();
  build({ ...killSwitch, looked: () => Promise.resolve(run), settled: () => over.promise });
  publish('hanging');
  await quiet();
  const titles = () => asked.map(question => question.kind === 'confirm' && question.title);
  expect(titles()).toEqual(['The window does not answer', 'Not all orders are cancelled yet']);
  over.resolve({ ...run, endedAtMs: 2, rows: [{ ...row, state: 'clear', reason: null }] });
  await quiet();
  expect(titles().at(-1)).toBe('No order is open');
  expect(asked).toHaveLength(3);
});

it('kill switch publishes one result at the end when every venue was reached', async () => {
  const { killSwitch } = createFakeSafety(step => void happened.push(step));
  const row: KillRow = {
    scope: 'spot-orders',
    state: 'clear',
    reason: null,
    found: 1,
    sent: 1,
    gone: 1,
    left: 0,
    kept: 0,
    isCounted: true,
    readAtMs: 1,
  };
  const run: KillRun = { id: 'k', startedAtMs: 1, endedAtMs: null, rows: [row] };
  build({
    ...killSwitch,
    looked: () => Promise.resolve(run),
    settled: () => Promise.resolve({ ...run, endedAtMs: 2 }),
  });
  publish('hanging');
  await quiet();
  expect(asked.map(question => question.kind === 'confirm' && question.title)).toEqual([
    'The window does not answer',
    'No order is open',
  ]);
});

it('kill switch asks one question at a time, none for a reconnected page, and does nothing when the user declines', async () => {
  doesAgree = false;
  build();
  publish('answering');
  publish('hanging');
  publish('hanging');
  await quiet();
  expect(asked).toHaveLength(1);
  expect(happened).toEqual([]);
  publish('menu');
  await quiet();
  expect(asked).toHaveLength(2);
});

it('kill switch asks nothing when nothing can be cancelled', async () => {
  build();
  opened = { ...account, profile: { ...profile, isReadOnly: true } };
  publish('hanging');
  opened = null;
  publish('hanging');
  await quiet();
  expect(asked).toEqual([]);
});

it('kill switch needs no question for the command line, and reports why it cannot run', () => {
  const emergency = build();
  const order = emergency.order();
  expect(order.ok && order.value()).toMatchObject({ id: 'k', rows: [] });
  expect([happened, asked]).toEqual([['fire p1'], []]);
  opened = null;
  expect(emergency.order()).toMatchObject({ error: { kind: 'no-profile' } });
  opened = { ...account, profile: { ...profile, isReadOnly: true } };
  expect(emergency.order()).toMatchObject({ error: { kind: 'read-only' } });
});
