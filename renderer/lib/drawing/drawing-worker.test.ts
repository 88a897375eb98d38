import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DrawingMessage } from './drawing-messages.ts';
import { rectStroke } from './strokes.ts';

let publish: (event: { readonly data: DrawingMessage }) => void;
const report = vi.fn();

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (_kind: string, listener: typeof publish) => void (publish = listener));
  vi.stubGlobal('postMessage', report);
  await import('./drawing-worker.ts');
});
afterAll(() => vi.unstubAllGlobals());

/** A canvas whose pen records its calls. */
function canvasOf(hasPen = true) {
  const notes: unknown[][] = [];
  const canvas = Object.assign(new EventTarget(), { width: 1, height: 1, getContext: () => (hasPen ? pen : null) });
  const note =
    (what: string) =>
    (...words: unknown[]) =>
      void notes.push([what, ...words]);
  const pen = { canvas, scale: note('scale'), fillRect: note('rect') };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a canvas as the thread asks for
  return { canvas: canvas as unknown as OffscreenCanvas, notes };
}
const strokes = [rectStroke, 1, 2, 3, 4];

it('a canvas gets its pixels with its first drawing, and keeps them', () => {
  const { canvas, notes } = canvasOf();
  publish({ data: { kind: 'open', id: 1, canvas } });
  publish({ data: { kind: 'draw', id: 1, size: { widthPx: 333, heightPx: 401, ratio: 1.5 }, strokes } });
  expect([canvas.width, canvas.height]).toEqual([500, 602]);
  publish({ data: { kind: 'draw', id: 1, size: null, strokes } });
  const rect = ['rect', 1, 2, 3, 4];
  expect(notes).toEqual([['scale', 1.5, 1.5], rect, rect]);
  publish({ data: { kind: 'close', id: 1 } });
  publish({ data: { kind: 'draw', id: 1, size: null, strokes } });
  expect(notes).toHaveLength(3);
});

it('a canvas that was cleared with the graphics processor is reported', () => {
  const { canvas } = canvasOf();
  publish({ data: { kind: 'open', id: 2, canvas } });
  canvas.dispatchEvent(new Event('contextrestored'));
  expect(report.mock.calls).toEqual([[{ clearedId: 2 }]]);
});

it('a canvas that cannot be drawn on is reported to the page', () => {
  const { canvas } = canvasOf(false);
  expect(() => publish({ data: { kind: 'open', id: 3, canvas } })).toThrow('cannot be drawn on');
});
