import { beforeEach, describe, expect, it } from 'vitest';
import type { TimedCancel } from '#shared/domain/safety/timed-cancel.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import type { SafeguardList } from '#policy/safeguards.ts';
import { createFakeSafeguards } from './testing/fake-safety.ts';
import { createFakeTime, type FakeTime } from './testing/fake-time.ts';
import type { SendFailure } from './sending/send-conditions.ts';
import { createTimedCancel, type TimedCancelSwitch } from './timed-cancel.ts';

/** An exchange whose clock is an hour ahead of ours, and whose answers the test decides. */

const hourMs = 3_600_000;
let time: FakeTime;
let safeguards: SafeguardList;
let published: TimedCancel[];
let notices: string[];
let notes: string[];
let asked: (number | null)[];
let answer: () => Result<null>;
let isTaken: boolean;
let isReadable: boolean;
let onRead: () => void;
let setAt: { timeoutS: number; atMs: number } | null;
let timed: TimedCancelSwitch;
let validationError: SendFailure | null;

const client = createFakeClient({
  spotHf: {
    setDeadCancel: async ({ timeoutS }) => {
      asked.push(timeoutS);
      const result = answer();
      if (result.ok || isTaken) setAt = timeoutS === null ? null : { timeoutS, atMs: time.nowMs() };
      return result.ok ? succeed(exchangeState()) : result;
    },
    deadCancel: async () => {
      onRead();
      if (!isReadable) return fail('unreachable', 'No line.');
      return succeed({ ...exchangeState(), timeoutS: setAt?.timeoutS ?? null, symbols: [] });
    },
  },
});
const account = { profileId: 'p1', client };

function exchangeState() {
  const nowMs = time.nowMs() + hourMs;
  return { nowMs, triggersAtMs: setAt === null ? null : setAt.atMs + hourMs + setAt.timeoutS * 1_000 };
}

beforeEach(() => {
  time = createFakeTime();
  safeguards = createFakeSafeguards();
  published = [];
  notices = [];
  notes = [];
  asked = [];
  answer = () => succeed(null);
  isTaken = false;
  isReadable = true;
  onRead = () => undefined;
  setAt = null;
  validationError = null;
  timed = build();
});

function build(): TimedCancelSwitch {
  return createTimedCancel({
    refuseWrite: () => validationError,
    safeguards,
    journal: { note: ({ summary, state }) => void notes.push(`${summary}: ${state}`) },
    nowMs: time.nowMs,
    publish: now => void published.push(now),
    notice: message => void notices.push(message),
    wait: time.wait,
  });
}

describe('the timed cancel', () => {
  it('the timed cancel is armed by the user, shown by the local clock, and renewed at a third of its time', async () => {
    const startMs = time.nowMs();
    expect(await timed.change(account, 60)).toMatchObject({
      value: { state: 'armed', timeoutS: 60, triggersAtMs: startMs + 60_000, renewedAtMs: startMs },
    });
    expect(notes).toEqual(['Arm the timed cancel, 60 s: sent', 'Arm the timed cancel, 60 s: acknowledged']);
    await time.pass(19_000);
    expect(asked).toEqual([60]);
    await time.pass(42_000);
    expect(asked).toEqual([60, 60, 60, 60]);
    expect(timed.read('p1')).toMatchObject({ state: 'armed', triggersAtMs: startMs + 120_000 });
    expect(safeguards.of('p1').timedCancelS).toBe(60);
  });

  it('the timed cancel is not changed while the profile must not write, but is renewed', async () => {
    await timed.change(account, 60);
    validationError = fail('read-only', 'It is read-only.');
    expect(await timed.change(account, null)).toEqual(validationError);
    expect(asked).toEqual([60]);
    await time.pass(21_000);
    expect(asked).toEqual([60, 60]);
  });

  it('reports a failed renewal and when the exchange cancels, and never "armed" meanwhile', async () => {
    const startMs = time.nowMs();
    await timed.change(account, 60);
    answer = () => fail('unreachable', 'No line.');
    await time.pass(21_000);
    expect(timed.read('p1')).toMatchObject({
      state: 'failing',
      reason: 'No line.',
      triggersAtMs: startMs + 60_000,
      renewedAtMs: startMs,
    });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(new Date(startMs + 60_000).toISOString());
    setAt = null;
    await time.pass(40_000);
    expect(timed.read('p1').state).toBe('lapsed');
    expect(notices).toHaveLength(2);
    expect(notices[1]).toContain('it ran out');
    answer = () => succeed(null);
    await time.pass(6_000);
    expect(timed.read('p1')).toMatchObject({ state: 'armed', reason: null });
  });

  it('reports no cancellation that was not read: it is due, looked up again, and found', async () => {
    const startMs = time.nowMs();
    await timed.change(account, 60);
    answer = () => fail('unreachable', 'No line.');
    isReadable = false;
    await time.pass(70_000);
    expect(timed.read('p1')).toMatchObject({ state: 'due', triggersAtMs: startMs + 60_000 });
    expect(notices.at(-1)).toMatch(/Fathom is checking whether the exchange cancelled the spot orders/);
    isReadable = true;
    // it is still set, its moment over by the exchange's own clock: it is about to cancel, and has not reported it
    await time.pass(10_000);
    expect(timed.read('p1').state).toBe('due');
    setAt = { timeoutS: 60, atMs: time.nowMs() };
    await time.pass(10_000);
    // renewed by a try whose answer was lost; the next try fails as well
    expect(published).toContainEqual(expect.objectContaining({ state: 'armed', triggersAtMs: setAt.atMs + 60_000 }));
    expect(timed.read('p1')).toMatchObject({ state: 'failing', triggersAtMs: setAt.atMs + 60_000 });
    setAt = { timeoutS: 90, atMs: time.nowMs() };
    await time.pass(70_000);
    // a timed cancel of another program is no renewal
    expect(timed.read('p1').state).toBe('due');
    setAt = null;
    await time.pass(10_000);
    expect(timed.read('p1').state).toBe('lapsed');
  });

  it('reports nothing once it is removed, while its end is looked up', async () => {
    await timed.change(account, 60);
    answer = () => fail('unreachable', 'No line.');
    await time.pass(59_000);
    const before = published.length;
    setAt = null;
    onRead = () => timed.closed();
    await time.pass(10_000);
    expect(published.slice(before).map(({ state }) => state)).not.toContain('lapsed');
  });

  it('the timed cancel is unchanged when the exchange rejects the change', async () => {
    answer = () => fail('exchange-rejected', 'Not for you.');
    expect(await timed.change(account, 60)).toMatchObject({ ok: false, error: { message: 'Not for you.' } });
    expect(timed.read('p1').state).toBe('off');
    expect(safeguards.of('p1').timedCancelS).toBeNull();
    await time.pass(60_000);
    expect(asked).toEqual([60]);
  });

  it.each([
    ['armed', true],
    ['not armed', false],
  ])('looks up a lost answer and takes %s', async (_, taken) => {
    answer = () => fail('outcome-unknown', 'Lost.');
    isTaken = taken;
    expect((await timed.change(account, 60)).ok).toBe(taken);
    expect(timed.read('p1').state).toBe(taken ? 'armed' : 'off');
  });

  it.each([
    ['that the one before still stands is no renewal', false, 'failing', 60_000],
    ['a later end is one', true, 'armed', 80_000],
  ] as const)('looks up a renewal with a lost answer: %s', async (_, taken, state, endsMs) => {
    const startMs = time.nowMs();
    await timed.change(account, 60);
    answer = () => fail('outcome-unknown', 'Lost.');
    isTaken = taken;
    await time.pass(20_000);
    expect(timed.read('p1')).toMatchObject({ state, triggersAtMs: startMs + endsMs });
    expect(notices).toHaveLength(taken ? 0 : 1);
  });

  it('the timed cancel is removed, and not renewed any more', async () => {
    await timed.change(account, 60);
    expect(await timed.change(account, null)).toMatchObject({ value: { state: 'off', triggersAtMs: null } });
    await time.pass(120_000);
    expect(asked).toEqual([60, null]);
    expect(safeguards.of('p1').timedCancelS).toBeNull();
  });

  it('the timed cancel is armed again at the next opening, and reports at the end that it stays armed', async () => {
    await timed.change(account, 60);
    timed.closed();
    expect(notices.at(-1)).toContain('stays armed and is not renewed now');
    await time.pass(120_000);
    expect(asked).toEqual([60]);
    timed = build();
    timed.opened(account);
    await time.pass(0);
    expect(asked).toEqual([60, 60]);
    expect(timed.read('p1').state).toBe('armed');
  });

  it('shows one that another client set, and leaves it unchanged', async () => {
    setAt = { timeoutS: 300, atMs: time.nowMs() };
    timed.opened(account);
    await time.pass(600_000);
    expect(timed.read('p1')).toMatchObject({ state: 'foreign', timeoutS: 300 });
    expect(asked).toEqual([]);
  });

  it('the timed cancel is unknown with the reason while the exchange does not state whether another client set one', async () => {
    isReadable = false;
    setAt = { timeoutS: 300, atMs: time.nowMs() };
    timed.opened(account);
    await time.pass(0);
    expect(timed.read('p1')).toMatchObject({ state: 'off', reason: 'No line.' });
    isReadable = true;
    await time.pass(60_000);
    expect(timed.read('p1')).toMatchObject({ state: 'foreign', timeoutS: 300, reason: null });
    isReadable = false;
    timed.opened(account);
    await time.pass(0);
    expect(timed.read('p1')).toMatchObject({ state: 'foreign', timeoutS: 300, reason: 'No line.' });
    setAt = null;
    isReadable = true;
    await time.pass(60_000);
    expect(timed.read('p1')).toMatchObject({ state: 'off', reason: null });
    expect(asked).toEqual([]);
  });

  it('the timed cancel is not requested by the watch for other clients once the user has armed it', async () => {
    isReadable = false;
    timed.opened(account);
    await time.pass(0);
    await timed.change(account, 60);
    let reads = 0;
    onRead = () => {
      reads += 1;
    };
    await time.pass(600_000);
    expect({ reads, state: timed.read('p1').state }).toEqual({ reads: 0, state: 'armed' });
  });

  it('the timed cancel is not changed in a dry run', async () => {
    safeguards.change('p1', { isDryRun: true });
    expect(await timed.change(account, 60)).toMatchObject({ error: { kind: 'dry-run' } });
    expect(asked).toEqual([]);
  });
});
