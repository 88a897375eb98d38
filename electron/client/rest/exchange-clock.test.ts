import { describe, expect, it } from 'vitest';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { type ClockSample, createExchangeClock, offsetOf } from './exchange-clock.ts';

/** A computer whose wall clock can be moved, and an exchange that is `offsetMs` ahead of it. */
function createWorld() {
  const state = {
    wallMs: 1_700_000_000_000,
    monotonicMs: 1_000,
    exchangeAheadMs: 0,
    delaysMs: [20, 20] as readonly [number, number],
    failure: null as Result<never> | null,
    asked: 0,
    changes: 0,
  };
  const pass = (ms: number): void => {
    state.wallMs += ms;
    state.monotonicMs += ms;
  };
  const sample = async (): Promise<Result<ClockSample>> => {
    state.asked += 1;
    await Promise.resolve();
    if (state.failure !== null) return state.failure;
    const sentAtMs = state.wallMs;
    const started = state.monotonicMs;
    pass(state.delaysMs[0]);
    const serverMs = state.wallMs + state.exchangeAheadMs;
    pass(state.delaysMs[1]);
    return succeed({ serverMs, sentAtMs, receivedAtMs: state.wallMs, roundTripMs: state.monotonicMs - started });
  };
  const clock = createExchangeClock({
    sample,
    nowMs: () => state.wallMs,
    monotonicMs: () => state.monotonicMs,
    onChange: () => {
      state.changes += 1;
    },
  });
  return { state, clock, pass };
}

/** The time passes on while the other answers come. */
function isNear(stamp: Result<number>, expectedMs: number): boolean {
  return stamp.ok && Math.abs(stamp.value - expectedMs) <= 200;
}

function sampled(serverMs: number, roundTripMs: number): ClockSample {
  return { serverMs, roundTripMs, sentAtMs: 1000, receivedAtMs: 1000 + roundTripMs };
}

describe('offsetOf', () => {
  it('takes the midpoint of the round trip', () => {
    expect(offsetOf([sampled(6010, 20)])).toEqual({ offsetMs: 5000, uncertaintyMs: 10 });
  });

  it('takes the median of the three fastest', () => {
    const samples = [sampled(99_999, 900), sampled(1015, 10), sampled(1021, 22), sampled(1025, 30), sampled(5000, 800)];
    expect(offsetOf(samples)).toEqual({ offsetMs: 10, uncertaintyMs: 5 });
  });

  it('takes the lower middle of two and returns nothing for none', () => {
    expect(offsetOf([sampled(1005, 10), sampled(1055, 10)])).toEqual({ offsetMs: 0, uncertaintyMs: 5 });
    expect(offsetOf([])).toBeNull();
  });
});

describe('the clock', () => {
  it('the clock is unknown before the first measurement, and adds the offset to time stamps afterwards', async () => {
    const { state, clock } = createWorld();
    state.exchangeAheadMs = 6_000;
    expect(clock.reading()).toBeNull();
    const measured = await clock.measure();
    expect(measured).toMatchObject({ ok: true, value: { offsetMs: 6_000, uncertaintyMs: 20 } });
    expect(state.asked).toBe(5);
    expect(await clock.stamp()).toEqual({ ok: true, value: state.wallMs + 6_000 });
    expect(clock.reading()?.measuredAtMs).toBe(state.wallMs);
  });

  it('measures at the first time stamp, once for all waiting callers', async () => {
    const { state, clock } = createWorld();
    state.exchangeAheadMs = -3_000;
    const stamps = await Promise.all([clock.stamp(), clock.stamp(), clock.measure()]);
    expect(state.asked).toBe(5);
    expect(isNear(stamps[0], state.wallMs - 3_000)).toBe(true);
    expect(stamps[1]).toEqual(stamps[0]);
  });

  it('uses the first answer when it was fast, while the others are open', async () => {
    const { state, clock } = createWorld();
    state.exchangeAheadMs = 6_000;
    expect(isNear(await clock.stamp(), state.wallMs + 6_000)).toBe(true);
    expect(state.asked).toBeLessThan(5);
    expect(clock.reading()).toBeNull();
    const [stamp] = await Promise.all([clock.stamp(), clock.measure()]);
    expect(isNear(stamp, state.wallMs + 6_000)).toBe(true);
    expect(state.asked).toBe(5);
    expect(clock.reading()?.offsetMs).toBe(6_000);
  });

  it('waits for all answers when the first was slow', async () => {
    const { state, clock } = createWorld();
    state.delaysMs = [400, 200];
    expect((await clock.stamp()).ok).toBe(true);
    expect(state.asked).toBe(5);
  });

  it('does not sign by a first answer that the others do not confirm', async () => {
    const { state, clock } = createWorld();
    expect((await clock.stamp()).ok).toBe(true);
    state.failure = fail('timeout', 'slow');
    expect(await clock.measure()).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    expect(await clock.stamp()).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  });

  it('rejects a time stamp while the offset is unknown', async () => {
    const { state, clock } = createWorld();
    state.failure = fail('unreachable', 'no line');
    expect(await clock.stamp()).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    expect(clock.reading()).toBeNull();
    expect(state.changes).toBe(1);
  });

  it('accepts three good samples when a later one fails', async () => {
    const { state, clock } = createWorld();
    const original = state.delaysMs;
    let asked = 0;
    Object.defineProperty(state, 'delaysMs', {
      get() {
        asked += 1;
        if (asked > 6) state.failure = fail('timeout', 'slow');
        return original;
      },
    });
    expect((await clock.measure()).ok).toBe(true);
  });

  it('gives up when too few samples arrived before a failure', async () => {
    const { state, clock } = createWorld();
    const original = state.delaysMs;
    let asked = 0;
    Object.defineProperty(state, 'delaysMs', {
      get() {
        asked += 1;
        if (asked > 2) state.failure = fail('timeout', 'slow');
        return original;
      },
    });
    expect(await clock.measure()).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  });

  it.each([5_000, -5_000])('measures again when the wall clock was moved by %i ms', async movedMs => {
    const { state, clock } = createWorld();
    await clock.measure();
    state.wallMs += movedMs;
    state.exchangeAheadMs = -movedMs;
    expect(isNear(await clock.stamp(), state.wallMs - movedMs)).toBe(true);
    await clock.measure();
    expect(state.asked).toBe(10);
  });

  it('does not sign with the stale offset when the new measurement fails', async () => {
    const { state, clock } = createWorld();
    await clock.measure();
    state.wallMs += 5_000;
    state.failure = fail('unreachable', 'no line');
    expect((await clock.stamp()).ok).toBe(false);
    expect((await clock.stamp()).ok).toBe(false);
  });

  it('follows a slow drift below a second', async () => {
    const { state, clock } = createWorld();
    await clock.measure();
    state.wallMs += 1_000;
    await clock.stamp();
    expect(state.asked).toBe(5);
  });

  it('renews an old measurement without a delay for callers', async () => {
    const { state, clock, pass } = createWorld();
    await clock.measure();
    pass(600_001);
    const wall = state.wallMs;
    expect(await clock.stamp()).toEqual({ ok: true, value: wall });
    await clock.measure();
    expect(state.asked).toBe(10);
  });

  it('drops a sample during which the wall clock was moved', async () => {
    const { state, clock } = createWorld();
    Object.defineProperty(state, 'delaysMs', {
      get() {
        state.wallMs += 400;
        return [20, 20];
      },
    });
    expect(await clock.measure()).toMatchObject({ ok: false, error: { kind: 'clock' } });
  });

  it('rejects an offset with an uncertainty above 2 s', async () => {
    const { state, clock } = createWorld();
    state.delaysMs = [4_000, 100];
    expect(await clock.measure()).toMatchObject({ ok: false, error: { kind: 'clock' } });
    expect(clock.reading()).toBeNull();
  });
});
