import { describe, expect, it } from 'vitest';
import { fail } from '#shared/errors.ts';
import { emptyCoverage } from '../coverage/coverage.ts';
import { subtract } from '../coverage/intervals.ts';
import { keptMarginMs } from '../coverage/plan.ts';
import { dayMs, minuteMs } from '../streams/stream.ts';
import { deposits } from '../streams/wallet/deposits.ts';
import { hfLedger } from '../streams/wallet/hf-ledger.ts';
import { afterWalk, type LineState, newLineState, planLine, startOf, statusOfLine } from './line-state.ts';

const now = 100 * dayMs;

function line(coverage = emptyCoverage(now - 3 * dayMs)): LineState {
  const key = { accountId: 1, stream: 'hf-ledger', symbol: '' } as const;
  return newLineState(hfLedger, { ...key, coverage, lastReadAtMs: null, deleted: null });
}

function failed(kind: 'timeout' | 'permission' | 'not-found', retryAtMs?: number) {
  return { kind: 'failed', failure: fail(kind, 'No.', retryAtMs === undefined ? {} : { retryAtMs }).error } as const;
}

describe('a line', () => {
  it('begins where the exchange still has rows, a quarter of an hour later', () => {
    expect(startOf(hfLedger, now)).toBe(now - 3 * dayMs + 15 * minuteMs);
    expect(startOf(deposits, now)).toBe(now - 365 * dayMs);
  });

  it('waits longer after each failure, up to an hour, and no coverage moves', () => {
    let state = line();
    const pauses: number[] = [];
    for (let tries = 0; tries < 9; tries += 1) {
      state = afterWalk(state, failed('timeout'), now);
      pauses.push((state.notBeforeMs - now) / minuteMs);
    }
    expect(pauses).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60]);
    expect(state).toMatchObject({ state: 'failing', reason: 'No.', line: line().line });
    expect(planLine(state, now)).toBeNull();
    expect(planLine(state, state.notBeforeMs)).not.toBeNull();
  });

  it('waits until the exchange allows another request', () => {
    expect(afterWalk(line(), failed('timeout', now + dayMs), now).notBeforeMs).toBe(now + dayMs);
  });

  it.each([
    ['permission', 'not-permitted'],
    ['not-found', 'not-offered'],
  ] as const)('a line is %s after a failure of that kind, and is tried again in an hour', (kind, state) => {
    expect(afterWalk(line(), failed(kind), now)).toMatchObject({ state, notBeforeMs: now + 60 * minuteMs });
  });

  it('says that a walk without proof is read again', () => {
    expect(afterWalk(line(), { kind: 'unproven', window: null }, now)).toMatchObject({
      state: 'failing',
      failureCount: 1,
    });
  });

  it('lists a window without proof until a walk through it succeeds', () => {
    const window = { fromMs: 10, toMs: 20, fault: 'count', readCount: 499, expectedCount: 500 } as const;
    const other = { ...window, fromMs: 0, toMs: 10 };
    const longer = { ...window, toMs: 25 };
    let state = line();
    for (const each of [window, other, longer]) state = afterWalk(state, { kind: 'unproven', window: each }, now);
    state = afterWalk(state, { kind: 'unproven', window: null }, now);
    expect(statusOfLine(state, now)).toMatchObject({ state: 'failing', unproven: [other, longer] });
    const walked = { coverage: state.line.coverage, addedCount: 0, provenFromMs: 0, unsealed: [], breaks: [] };
    state = afterWalk(state, { kind: 'done', ...walked, window: { fromMs: 20, toMs: 30 } }, now);
    expect(statusOfLine(state, now)).toMatchObject({ state: 'working', unproven: [other] });
  });

  it('halves its windows when one has too many pages, down to a minute', () => {
    let state = afterWalk(line(), { kind: 'too-long' }, now);
    expect(planLine(state, now)?.window).toEqual({ fromMs: now - dayMs / 2, toMs: now });
    for (let tries = 0; tries < 20; tries += 1) state = afterWalk(state, { kind: 'too-long' }, now);
    expect(planLine(state, now)?.window).toEqual({ fromMs: now - minuteMs, toMs: now });
  });

  it('a line is as before after a walk that was stopped', () => {
    const state = line();
    expect(afterWalk(state, { kind: 'stopped' }, now)).toBe(state);
  });

  it('waits up to five minutes after a walk that could not be stored, and no coverage moves', () => {
    const failure = { fault: 'database-failed', detail: 'no such type' } as const;
    let state = line();
    const pauses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      state = afterWalk(state, { kind: 'not-stored', failure }, now);
      pauses.push((state.notBeforeMs - now) / minuteMs);
    }
    expect(pauses).toEqual([0.5, 1, 2, 4, 5, 5]);
    expect(state).toMatchObject({ state: 'failing', reason: 'no such type', line: line().line });
    expect(planLine(state, now)).toBeNull();
  });

  it('takes the coverage of a complete walk and forgets earlier failures', () => {
    const coverage = { ...emptyCoverage(0), sealed: [{ fromMs: 0, toMs: now }] };
    const state = afterWalk(
      afterWalk(line(), failed('timeout'), now),
      {
        kind: 'done',
        coverage,
        addedCount: 1,
        window: { fromMs: 0, toMs: now },
        provenFromMs: 0,
        unsealed: [],
        breaks: [],
      },
      now,
    );
    expect(state).toMatchObject({ state: 'working', failureCount: 0, line: { coverage, lastReadAtMs: now } });
  });
});

describe('a line whose rows may still change', () => {
  const open = { fromMs: now - 2 * dayMs, toMs: now - 2 * dayMs + 1 };
  const all = { fromMs: now - 3 * dayMs, toMs: now };
  const read = { ...emptyCoverage(all.fromMs), read: [open], sealed: subtract([all], [open]) };
  const orders: LineState = { ...line(read), stream: { ...hfLedger, isOpen: () => true } };

  it('reads them again ten minutes later, and not before', () => {
    expect(planLine(orders, now)).toMatchObject({ kind: 'confirm', window: open });
    const state = afterWalk(
      orders,
      { kind: 'done', coverage: read, addedCount: 0, window: open, provenFromMs: 0, unsealed: [open], breaks: [] },
      now,
    );
    expect(state.line.coverage.read).toEqual([open]);
    expect(planLine(state, now + minuteMs)).toBeNull();
    expect(statusOfLine(state, now + minuteMs)).toMatchObject({ read: [open], queuedWindows: 0 });
    expect(planLine(state, now + 10 * minuteMs - 1)?.window).not.toEqual(open);
    expect(planLine(state, now + 10 * minuteMs + 1)).toMatchObject({ kind: 'tail' });
    expect(statusOfLine(state, now + 10 * minuteMs + 1).queuedWindows).toBeGreaterThan(1);
  });

  it('reads other parts of them meanwhile', () => {
    const other = { fromMs: open.fromMs + 1000, toMs: open.fromMs + 1001 };
    const two = { ...read, read: [open, other], sealed: subtract([all], [open, other]) };
    const state = afterWalk(
      orders,
      { kind: 'done', coverage: two, addedCount: 0, window: open, provenFromMs: 0, unsealed: [open], breaks: [] },
      now,
    );
    expect(planLine(state, now + minuteMs)).toMatchObject({ kind: 'confirm', window: other });
  });
});

describe('a line with parts that a read does not seal', () => {
  const hour = 60 * minuteMs;
  const part = { fromMs: now - 2 * dayMs, toMs: now - 2 * dayMs + hour };
  const all = { fromMs: now - 3 * dayMs, toMs: now };
  const coverage = { ...emptyCoverage(all.fromMs), read: [part], sealed: subtract([all], [part]) };
  const done = { kind: 'done', coverage, addedCount: 0, window: part, unsealed: [], breaks: [] } as const;

  it('reads a part of which the exchange forgot rows a day later, not at once', () => {
    const state = afterWalk(line(coverage), { ...done, provenFromMs: part.toMs }, now);
    expect(planLine(state, now + minuteMs)).toBeNull();
    expect(state.openParts).toEqual([{ ...part, notBeforeMs: now + dayMs }]);
    const whole = afterWalk(line(coverage), { ...done, provenFromMs: part.fromMs }, now);
    expect(planLine(whole, now + minuteMs)).toMatchObject({ kind: 'confirm', window: part });
  });

  it('reads a part whose proof failed again when it is twice as old, at most a day later', () => {
    const broken = { key: 'b', timeMs: part.toMs - 1, previousMs: part.fromMs, currency: 'USDT' };
    const walked = { ...done, provenFromMs: part.fromMs, unsealed: [part], breaks: [broken] };
    const waits = [hour / 2, 5 * hour, 90 * hour].map(ageMs => {
      const [open] = afterWalk(line(coverage), walked, part.toMs + ageMs).openParts;
      return ((open?.notBeforeMs ?? 0) - part.toMs - ageMs) / hour;
    });
    expect(waits).toEqual([1, 5, 24]);
  });

  it('reads a part beside the window that it unseals later, and at once one that was due', () => {
    const beside = { fromMs: part.fromMs - hour, toMs: part.toMs };
    const broken = { key: 'b', timeMs: part.toMs - 1, previousMs: beside.fromMs, currency: 'USDT' };
    const read = { ...coverage, read: [beside], sealed: subtract([all], [beside]) };
    const walked = { ...done, coverage: read, provenFromMs: part.fromMs, unsealed: [beside], breaks: [broken] };
    expect(planLine(afterWalk(line(coverage), walked, now), now + minuteMs)).toBeNull();
    expect(planLine(afterWalk(line(read), walked, now), now + minuteMs)).toMatchObject({
      kind: 'confirm',
      window: { fromMs: beside.fromMs, toMs: part.fromMs },
    });
  });
});

describe('the status of a line', () => {
  it('shows what is lost, and a gap that is too old as lost only', () => {
    const gap = { fromMs: now - 4 * dayMs, toMs: now - 3.5 * dayMs };
    const recent = { fromMs: now - dayMs, toMs: now };
    const coverage = { ...emptyCoverage(now - 5 * dayMs), gaps: [gap], sealed: [recent] };
    expect(statusOfLine(line(coverage), now)).toMatchObject({
      symbol: null,
      gaps: [],
      lost: [{ fromMs: now - 5 * dayMs, toMs: now - 3 * dayMs + keptMarginMs }],
      closesAtMs: now + keptMarginMs,
      queuedWindows: 2,
    });
  });

  it('shows no closing time while all is read, or where no limit is known', () => {
    const sealed = [{ fromMs: 0, toMs: now }];
    expect(statusOfLine(line({ ...emptyCoverage(0), sealed }), now).closesAtMs).toBeNull();
    const unlimited = { ...line(), stream: deposits, line: { ...line().line, symbol: 'S' } };
    expect(statusOfLine(unlimited, now)).toMatchObject({ closesAtMs: null, symbol: 'S' });
  });
});
