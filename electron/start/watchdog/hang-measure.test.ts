import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beatMs, createHangMeasure, defaultHangLimits, type HangEvent } from './hang-measure.ts';

/** Readings at the usual interval, on a clock and a counter that the test moves. */
function createReader() {
  const measure = createHangMeasure();
  let nowMs = 0;
  let beats = 0;
  const read = (elapsedMs = beatMs): HangEvent => {
    nowMs += elapsedMs;
    return measure({ nowMs, beats }, defaultHangLimits);
  };
  const readFor = (ms: number): readonly HangEvent[] =>
    Array.from({ length: ms / beatMs }, () => read()).filter(event => event !== 'none');
  read();
  return { read, readFor, beat: () => void (beats = (beats + 1) | 0) };
}

describe('the measurement of a hang', () => {
  it('reports a silence of 5 s as hung and one of 20 s as over, each once', () => {
    const { readFor } = createReader();
    expect(readFor(4_500)).toEqual([]);
    expect(readFor(500)).toEqual(['hung']);
    expect(readFor(14_500)).toEqual([]);
    expect(readFor(60_000)).toEqual(['over']);
  });

  it('reports that the main thread answers again, and restarts the measurement', () => {
    const { read, readFor, beat } = createReader();
    readFor(19_000);
    beat();
    expect(read()).toBe('answering-again');
    expect(readFor(4_500)).toEqual([]);
    expect(readFor(500)).toEqual(['hung']);
  });

  it('reports nothing while the main thread reports less often than it is read', () => {
    const { readFor, beat } = createReader();
    for (let turn = 0; turn < 100; turn += 1) {
      expect(readFor(4_500)).toEqual([]);
      beat();
    }
  });

  it('reports nothing after a suspension of any length, whichever thread runs first', () => {
    const { read, readFor, beat } = createReader();
    readFor(4_500);
    expect(read(3_600_000)).toBe('none');
    expect(readFor(4_500)).toEqual([]);
    beat();
    expect(read(3_600_000)).toBe('none');
  });

  it('never reports more than the sum of the readings without a gap', () => {
    const gaps = fc.array(fc.oneof(fc.constant(beatMs), fc.integer({ min: 2_001, max: 86_400_000 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(gaps, elapsed => {
        const { read } = createReader();
        let silentMs = 0;
        for (const ms of elapsed) {
          silentMs = ms > beatMs ? 0 : silentMs + ms;
          const event = read(ms);
          if (event === 'hung') expect(silentMs).toBeGreaterThanOrEqual(defaultHangLimits.hungAfterMs);
          if (event === 'over') expect(silentMs).toBeGreaterThanOrEqual(defaultHangLimits.overAfterMs);
        }
      }),
    );
  });
});
