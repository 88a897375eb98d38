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

describe('completion by further requests', () => {
  it('sends the first request at once, and later ones no more often than the gap allows', async () => {
    const { clock, asked, completion } = build();
    for (let ms = 0; ms < 2_900; ms += 100) {
      completion.want('a');
      await clock.pass(100);
    }
    expect(asked.map(({ atMs }) => atMs)).toEqual([0, 1_000, 2_000]);
    completion.want('b');
    expect(asked.at(-1)).toEqual({ key: 'b', atMs: 2_900 });
  });

  it('sends another request when one is wanted during a request', async () => {
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

  it('sends four requests at a time, each once', async () => {
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

  it('retries a few times with growing pauses, and never before the exchange allows it', async () => {
    const { clock, asked, failures, completion } = build(() => Promise.resolve(fail('timeout', 'late')));
    completion.want('a');
    await clock.pass(60_000);
    expect(asked.map(({ atMs }) => atMs)).toEqual([0, 300, 1_300, 4_300, 13_300]);
    expect(failures.map(({ isLast }) => isLast)).toEqual([false, false, false, false, true]);
    const published = build(() => Promise.resolve(fail('rate-limited', 'later', { retryAtMs: 1_700_000_005_000 })));
    published.completion.want('a');
    await published.clock.pass(5_000);
    expect(published.asked.map(({ atMs }) => atMs)).toEqual([0, 5_000]);
  });

  it('does not retry when the answer would be the same', async () => {
    const { clock, asked, failures, completion } = build(() => Promise.resolve(fail('not-found', 'no')));
    completion.want('a');
    await clock.pass(60_000);
    expect(asked).toHaveLength(1);
    expect(failures).toMatchObject([{ kind: 'not-found', isLast: true }]);
  });

  it('retries once without a report when an answer is incomplete', async () => {
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

  it('forgets its requests when it is stopped, and bounds its memory', async () => {
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
