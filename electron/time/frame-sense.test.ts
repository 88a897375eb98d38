import { expect, it } from 'vitest';
import { createFrameSense, frameMs, leadMs } from './frame-sense.ts';

/** a page whose frames begin at 1000, 1016.7, … and which takes what it is sent after two ms */
function told(sentAtMs: number) {
  const frames = createFrameSense();
  const takenAtMs = sentAtMs + 4;
  const inPageAtMs = sentAtMs + 2;
  frames.heard({ sentAtMs, takenAtMs, toFrameMs: 1000 - inPageAtMs });
  return frames;
}

/** where a view is made after all of its shift */
const made = (frames: ReturnType<typeof createFrameSense>, atMs: number) => atMs + frames.offsetMs(atMs);

it('knows nothing before the page has told', () => {
  expect(createFrameSense().offsetMs(5)).toBe(0);
});

it('a view is made just in time for a frame, before or after its own time, whichever is nearer', () => {
  const frames = told(990);
  for (const atMs of [997, 998, 1004.9, 989, 1013, 1030]) {
    const moment = made(frames, atMs);
    const rest = (moment + leadMs - 1000) / frameMs;
    expect(rest).toBeCloseTo(Math.round(rest), 6);
    expect(Math.abs(moment - atMs)).toBeLessThanOrEqual(frameMs / 2 + 1e-9);
  }
  const right = 1000 - leadMs;
  expect(frames.offsetMs(right)).toBeCloseTo(0, 6);
  expect(frames.offsetMs(right + 2)).toBeCloseTo(-2, 6);
  expect(frames.offsetMs(right - 2)).toBeCloseTo(2, 6);
});

it('an answer that took longer than a frame, or none, says nothing', () => {
  const frames = told(990);
  const before = frames.offsetMs(1005);
  frames.heard({ sentAtMs: 1000, takenAtMs: 1100, toFrameMs: 3 });
  frames.heard({ sentAtMs: 1000, takenAtMs: 1002, toFrameMs: null });
  expect(frames.offsetMs(1005)).toBe(before);
});

it('what was told long ago is not true any more', () => {
  expect(told(990).offsetMs(2100)).toBe(0);
});
