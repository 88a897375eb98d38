import { expect, it } from 'vitest';
import { createFrameSense, frameMs, leadMs } from './frame-sense.ts';

/** a page whose frames begin at 1000, 1016.7, … and which takes what it is sent after two ms */
function published(sentAtMs: number) {
  const frames = createFrameSense();
  const takenAtMs = sentAtMs + 4;
  const inPageAtMs = sentAtMs + 2;
  frames.record({ sentAtMs, takenAtMs, toFrameMs: 1000 - inPageAtMs });
  return frames;
}

/** where a view is made after all of its shift */
const made = (frames: ReturnType<typeof createFrameSense>, atMs: number) => atMs + frames.offsetMs(atMs);

it('frame timing is unknown before the page reports', () => {
  expect(createFrameSense().offsetMs(5)).toBe(0);
});

it('frame timing computes a view just in time for a frame, at the nearest time before or after its own', () => {
  const frames = published(990);
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

it('frame timing ignores an answer that took longer than a frame, and a missing one', () => {
  const frames = published(990);
  const before = frames.offsetMs(1005);
  frames.record({ sentAtMs: 1000, takenAtMs: 1100, toFrameMs: 3 });
  frames.record({ sentAtMs: 1000, takenAtMs: 1002, toFrameMs: null });
  expect(frames.offsetMs(1005)).toBe(before);
});

it('frame timing drops an old report', () => {
  expect(published(990).offsetMs(2100)).toBe(0);
});
