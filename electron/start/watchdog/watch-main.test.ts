import { beforeEach, describe, expect, it } from 'vitest';
import type { Log } from '#log/log.ts';
import { beatMs, defaultHangLimits, startHangLimits } from './hang-measure.ts';
import { createMainWatch, type WatchMainOptions } from './watch-main.ts';

let nowMs: number;
let beats: number;
let steps: string[];
let crashes: Error[];
let logged: { readonly event: string; readonly stack: unknown }[];
const stack = ['spin (loop.js:3)', 'run (main.js:1)'];

beforeEach(() => {
  nowMs = 0;
  beats = 0;
  steps = [];
  crashes = [];
  logged = [];
});

const note: Log['error'] = (event, fields = {}) => void logged.push({ event, stack: fields['stack'] });
const log: Log = { debug: note, info: note, warn: note, error: note };
const events = () => logged.map(({ event }) => event);

function watch(change: Partial<WatchMainOptions> = {}) {
  const read = createMainWatch({
    limits: () => defaultHangLimits,
    monotonicMs: () => nowMs,
    beats: () => beats,
    readStack: () => Promise.resolve(stack),
    openReport: () =>
      Promise.resolve({
        log,
        recordCrash: cause => void crashes.push(cause),
        close: () => void steps.push('closed'),
      }),
    endsWithoutStack: true,
    end: async () => void steps.push('ended'),
    ...change,
  });
  return async (ms: number) => {
    for (let passed = 0; passed < ms; passed += beatMs) {
      nowMs += beatMs;
      await read();
    }
  };
}

describe('the watchdog of the main thread', () => {
  it('logs a hang of 5 s with the stack, and records and ends one of 20 s', async () => {
    const pass = watch();
    await pass(6_000);
    expect(logged).toEqual([{ event: 'main.hung', stack }]);
    expect(steps).toEqual(['closed']);
    await pass(20_000);
    expect(events()).toEqual(['main.hung', 'main.ended-for-hanging']);
    expect(crashes.map(({ message, stack: text }) => [message, text])).toEqual([
      ['its main process did not answer for 20 seconds', 'spin (loop.js:3)\nrun (main.js:1)'],
    ]);
    expect(steps).toEqual(['closed', 'ended', 'closed']);
  });

  it('ends a main thread that hangs during the start after 60 s, and not before', async () => {
    const pass = watch({ limits: () => startHangLimits });
    await pass(59_500);
    expect([events(), steps.includes('ended')]).toEqual([['main.hung'], false]);
    await pass(1_000);
    expect(crashes.map(({ message }) => message)).toEqual(['its main process did not answer for 60 seconds']);
    expect(steps).toContain('ended');
  });

  it('does not end a main thread whose start takes 40 s in one turn', async () => {
    let limits = startHangLimits;
    const pass = watch({
      // the main thread beats and ends the start between the two readings of the watchdog
      limits: () => {
        const read = limits;
        if (nowMs === 40_000) {
          beats += 1;
          limits = defaultHangLimits;
        }
        return read;
      },
    });
    await pass(43_000);
    expect(events()).toEqual(['main.hung', 'main.answering-again']);
    expect(steps).not.toContain('ended');
  });

  it('logs that the main thread answers again, and ends nothing', async () => {
    const pass = watch();
    await pass(15_000);
    beats += 1;
    await pass(4_000);
    expect(events()).toEqual(['main.hung', 'main.answering-again']);
    expect(steps).not.toContain('ended');
  });

  it('does not end a main thread that answers while its stack is read', async () => {
    let reads = 0;
    const readStack = () => {
      reads += 1;
      if (reads === 2) beats += 1;
      return Promise.resolve(stack);
    };
    await watch({ readStack })(22_000);
    expect([reads, crashes]).toEqual([2, []]);
    expect(steps).not.toContain('ended');
  });

  it('reports a missing stack, and ends the process', async () => {
    await watch({ readStack: () => Promise.resolve(null) })(22_000);
    expect(logged[0]?.stack).toMatch(/^no stack/);
    expect(steps).toContain('ended');
  });

  it('logs a main thread without a stack, and does not end it, when the system may have stopped it', async () => {
    await watch({ readStack: () => Promise.resolve(null), endsWithoutStack: false })(60_000);
    expect(events()).toEqual(['main.hung', 'main.hung']);
    expect([steps.includes('ended'), crashes]).toEqual([false, []]);
  });
});
