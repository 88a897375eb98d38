import { describe, expect, it } from 'vitest';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createCompletion } from './completion.ts';

function build(answer: (key: string) => Promise<Result<number>> = () => Promise.resolve(succeed(1))) {
  const clock = createFakeClock();
  const asked: { key: string; atMs: number }[] = [];
  const failures: { kind: string | null; isLast: boolean; atMs: number }[] = [];
  const state = { isEnough: true, signal: null as AbortSignal | null };
  const completion = createCompletion<number>({
    clock,
    gapMs: 1_000,
    ask: (key, signal) => {
      state.signal = signal;
      asked.push({ key, atMs: clock.monotonicMs() });
      return answer(key);
    },
    answered: () => state.isEnough,
    failed: (_key, { error, isLast }) =>
      failures.push({ kind: error?.kind ?? null, isLast, atMs: clock.monotonicMs() }),
  });
  return { clock, asked, failures, state, completion };
}

describe('what is asked for', () => {
  it('is asked for at once, then no more often than the gap allows', async () => {
    const { clock, asked, completion } = build();
    for (let ms = 0; ms < 2_900; ms += 100) {
      completion.want('a');
      await clock.pass(100);
    }
    expect(asked.map(({ atMs }) => atMs)).toEqual([0, 1_000, 2_000]);
    completion.want('b');
    expect(asked.at(-1)).toEqual({ key: 'b', atMs: 2_900 });
  });

  it('is asked for again when it was wanted while it was being asked', async () => {
    const gate = Promise.withResolvers<Result<number>>();
    const { clock, asked, completion } = build(() => gate.promise);
    completion.want('a');
    completion.want('a');
    gate.resolve(succeed(1));
    await clock.pass(10);
    expect(asked).toHaveLength(1);
    await clock.pass(1_000);
    expect(asked).toHaveLength(2);
  });

  it('is asked for four at a time, each once', async () => {
    const gates: (() => void)[] = [];
    const { clock, asked, completion } = build(
      () => new Promise(resolve => void gates.push(() => resolve(succeed(1)))),
    );
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'e']) completion.want(key);
    expect(asked.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd']);
    gates[0]?.();
    await clock.pass(0);
    expect(asked.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('is tried again a few times, further and further apart, and never before the exchange said so', async () => {
    const { clock, asked, failures, completion } = build(() => Promise.resolve(fail('timeout', 'late')));
    completion.want('a');
    await clock.pass(60_000);
    expect(asked.map(({ atMs }) => atMs)).toEqual([0, 300, 1_300, 4_300, 13_300]);
    expect(failures.map(({ isLast }) => isLast)).toEqual([false, false, false, false, true]);
    const told = build(() => Promise.resolve(fail('rate-limited', 'later', { retryAtMs: 1_700_000_005_000 })));
    told.completion.want('a');
    await told.clock.pass(5_000);
    expect(told.asked.map(({ atMs }) => atMs)).toEqual([0, 5_000]);
  });

  it('is not tried again when the answer would be the same', async () => {
    const { clock, asked, failures, completion } = build(() => Promise.resolve(fail('not-found', 'no')));
    completion.want('a');
    await clock.pass(60_000);
    expect(asked).toHaveLength(1);
    expect(failures).toMatchObject([{ kind: 'not-found', isLast: true }]);
  });

  it('an answer that is not enough is given one more chance in silence', async () => {
    const { clock, failures, state, completion } = build();
    state.isEnough = false;
    completion.want('a');
    await clock.pass(299);
    expect(failures).toEqual([]);
    await clock.pass(1);
    expect(failures).toEqual([{ kind: null, isLast: false, atMs: 300 }]);
    state.isEnough = true;
    await clock.pass(60_000);
    expect(failures).toHaveLength(1);
  });

  it('is forgotten when all is stopped, and the memory of it is bounded', async () => {
    const { clock, asked, state, completion } = build(() => Promise.resolve(fail('timeout', 'late')));
    completion.want('a');
    await clock.pass(10);
    completion.stop();
    expect(state.signal?.aborted).toBe(true);
    await clock.pass(60_000);
    expect(asked).toHaveLength(1);
    expect(clock.waiting()).toBe(0);
    const many = build();
    for (let n = 0; n < 3_000; n += 1) {
      many.completion.want(String(n));
      await many.clock.pass(0);
    }
    // so long ago that its gap has been forgotten with it
    many.completion.want('0');
    expect(many.asked).toHaveLength(3_001);
  });
});
