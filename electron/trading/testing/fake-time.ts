import { setImmediate } from 'node:timers/promises';
import type { Wait } from '../follow-up.ts';

/** Time that advances only when a test moves it. */
export interface FakeTime {
  readonly nowMs: () => number;
  readonly wait: Wait;
  /** Moves on, and lets everything that falls due happen in its order. */
  readonly pass: (ms: number) => Promise<void>;
  readonly waiting: () => number;
}

interface Due {
  readonly atMs: number;
  readonly wake: () => void;
}

/** runs every promise that does not wait for time */
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
};

export function createFakeTime(startMs = 1_700_000_000_000): FakeTime {
  let nowMs = startMs;
  let pending: Due[] = [];
  return {
    nowMs: () => nowMs,
    waiting: () => pending.length,
    wait: (ms, signal) =>
      new Promise(resolve => {
        const due: Due = { atMs: nowMs + ms, wake: resolve };
        pending.push(due);
        const stop = () => {
          pending = pending.filter(other => other !== due);
          resolve();
        };
        signal.addEventListener('abort', stop, { once: true });
      }),
    pass: async ms => {
      const endMs = nowMs + ms;
      await settle();
      for (;;) {
        const next = pending.toSorted((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined || next.atMs > endMs) break;
        nowMs = next.atMs;
        pending = pending.filter(other => other !== next);
        next.wake();
        await settle();
      }
      nowMs = endMs;
    },
  };
}
