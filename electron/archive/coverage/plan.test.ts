import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRead, type Coverage, emptyCoverage, settlingMs, unreadPart } from './coverage.ts';
import { subtract } from './intervals.ts';
import { countWindows, dailyRules, keptMarginMs, keptSince, overlapMs, planWindow, type WindowRules } from './plan.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const rules: WindowRules = { windowMs: day, keptMs: 3 * day, pollMs: 5 * minute };
const now = 100 * day;

function covered(sealed: Coverage['sealed'], read: Coverage['read'] = []): Coverage {
  return { ...emptyCoverage(now - 3 * day), sealed, read };
}

const at = (fromMs: number) => ({ fromMs, toMs: fromMs + 1 });

describe('planWindow', () => {
  it('reads the newest window of a new line first', () => {
    expect(planWindow(emptyCoverage(now - 3 * day), rules, now)).toEqual({
      kind: 'tail',
      window: { fromMs: now - day, toMs: now },
      closesAtMs: now + 2 * day,
    });
  });

  it('reads the oldest unread part next, a window at a time', () => {
    const coverage = covered([{ fromMs: now - day, toMs: now }]);
    expect(planWindow(coverage, rules, now)).toEqual({
      kind: 'backfill',
      window: { fromMs: now - 3 * day + keptMarginMs, toMs: now - 2 * day + keptMarginMs },
      closesAtMs: now + keptMarginMs,
    });
    expect(countWindows(coverage, rules, now)).toBe(2);
  });

  it('reads nothing while the newest part is fresh and the rest is sealed', () => {
    const coverage = covered([{ fromMs: now - 3 * day, toMs: now - minute }]);
    expect(planWindow(coverage, rules, now)).toBeNull();
  });

  it('begins the next read of the newest part with an overlap', () => {
    const end = now - 5 * minute;
    const coverage = covered([{ fromMs: now - 3 * day, toMs: end }]);
    expect(planWindow(coverage, rules, now)?.window).toEqual({ fromMs: end - overlapMs, toMs: now });
  });

  it('reaches back to what needs a second read', () => {
    const from = now - 3 * hour;
    const coverage = covered([{ fromMs: now - 3 * day, toMs: from }], [{ fromMs: from, toMs: now - 5 * minute }]);
    expect(planWindow(coverage, rules, now)).toMatchObject({ kind: 'tail', window: { fromMs: from, toMs: now } });
  });

  it('plans a second read of a part that is too old for the newest window', () => {
    const part = { fromMs: now - 2 * day, toMs: now - 2 * day + hour };
    const sealed = [
      { fromMs: now - 3 * day, toMs: part.fromMs },
      { fromMs: part.toMs, toMs: now },
    ];
    expect(planWindow(covered(sealed, [part]), rules, now)).toMatchObject({ kind: 'confirm', window: part });
  });

  it('distinguishes a second read from an unread part', () => {
    const part = { fromMs: now - 3 * day + keptMarginMs, toMs: now - 2.5 * day };
    const coverage = covered([{ fromMs: now - day, toMs: now }], [part]);
    expect(planWindow(coverage, { ...rules, windowMs: hour }, now)).toMatchObject({
      kind: 'confirm',
      window: { fromMs: part.fromMs, toMs: part.fromMs + hour },
    });
  });

  it('joins second reads that fit into one window, where the parts are the times of single rows', () => {
    const parts = [at(now - 2.9 * day), at(now - 2.5 * day), at(now - 1.8 * day)];
    const all = { fromMs: now - 3 * day, toMs: now };
    const coverage = { ...covered([], parts), sealed: subtract([all], parts) };
    const [first, second, third] = parts;
    expect(planWindow(coverage, rules, now)?.window).toEqual(first);
    const joined = { ...rules, isJoined: true };
    expect(planWindow(coverage, joined, now)?.window).toEqual({ fromMs: first?.fromMs, toMs: second?.toMs });
    expect(planWindow(covered([all], [at(now - 1.8 * day)]), joined, now)?.window).toEqual(third);
  });

  it('leaves the second read of a part that the next read of the newest part reaches to that read', () => {
    const part = { fromMs: now - 50 * minute, toMs: now - 30 * minute };
    const sealed = [
      { fromMs: now - 3 * day, toMs: part.fromMs },
      { fromMs: part.toMs, toMs: now - minute },
    ];
    expect(planWindow(covered(sealed, [part]), { ...rules, pollMs: hour }, now)).toBeNull();
    expect(planWindow(covered(sealed, [part]), rules, now)).toMatchObject({ kind: 'confirm' });
  });

  it('does not ask for what the exchange no longer keeps', () => {
    const coverage = { ...emptyCoverage(0), sealed: [{ fromMs: now - day, toMs: now }] };
    expect(planWindow(coverage, rules, now)?.window.fromMs).toBe(now - 3 * day + keptMarginMs);
    const unlimited = { ...rules, keptMs: null };
    expect(planWindow(coverage, unlimited, now)).toMatchObject({ window: { fromMs: 0 }, closesAtMs: Infinity });
    expect(keptSince(unlimited, now)).toBe(-Infinity);
  });

  it('reads nothing before the line begins', () => {
    expect(planWindow(emptyCoverage(now + hour), rules, now)).toBeNull();
  });

  it('leads to complete and sealed coverage with as many requests as there are windows, and one for the newest part', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: day }), (days, restMs) => {
        const startMs = now - days * day - restMs;
        const unlimited = { ...rules, keptMs: null };
        let coverage = emptyCoverage(startMs);
        let requests = 0;
        for (
          let next = planWindow(coverage, unlimited, now);
          next !== null;
          next = planWindow(coverage, unlimited, now)
        ) {
          coverage = applyRead(coverage, { ...next, provenFromMs: next.window.fromMs, readAtMs: now, addedAtMs: [] });
          requests += 1;
        }
        expect(requests).toBeLessThanOrEqual(Math.ceil((now - startMs) / day) + 1);
        expect(unreadPart(coverage, -Infinity, now)).toEqual([]);
        expect(coverage.sealed).toEqual([{ fromMs: startMs, toMs: now - settlingMs }]);
      }),
    );
  });
});

const windowAt = (coverage: Coverage, nowMs: number) => planWindow(coverage, dailyRules, nowMs)?.window ?? null;

describe('planWindow of what holds for a day', () => {
  const today = now;
  const readUntil = (toMs: number): Coverage => ({
    ...emptyCoverage(today - 9 * day),
    sealed: [{ fromMs: today - 9 * day, toMs }],
  });

  it('reads from the start of the day when it was not read on the day before', () => {
    expect(windowAt(emptyCoverage(today), today + hour)).toEqual({ fromMs: today, toMs: today + hour });
    expect(windowAt(readUntil(today - day - hour), today + hour)).toEqual({ fromMs: today, toMs: today + hour });
  });

  it('continues from the last read when that was on the day before', () => {
    const endMs = today - hour;
    expect(windowAt(readUntil(endMs), today + hour)).toEqual({ fromMs: endMs - overlapMs, toMs: today + hour });
  });

  it('is due at the start of each day, and every six hours', () => {
    expect(windowAt(readUntil(today - minute), today - 1)).toBeNull();
    expect(windowAt(readUntil(today - minute), today + minute)).not.toBeNull();
    expect(windowAt(readUntil(today + minute), today + 6 * hour)).toBeNull();
    expect(windowAt(readUntil(today + minute), today + 6 * hour + minute)).not.toBeNull();
  });

  it('never reads an earlier day, which a read cannot cover', () => {
    const coverage = { ...emptyCoverage(today - 9 * day), sealed: [{ fromMs: today, toMs: today + hour }] };
    expect(windowAt(coverage, today + 2 * hour)).toBeNull();
    expect(countWindows(coverage, dailyRules, today + 2 * hour)).toBe(0);
  });
});
