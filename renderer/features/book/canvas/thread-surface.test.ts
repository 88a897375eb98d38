// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rectStroke, textStroke } from '#lib/drawing/strokes.ts';
import { openThreadSurface } from './thread-surface.ts';

const ratioBefore = window.devicePixelRatio;
const setRatio = (value: number) =>
  Object.defineProperty(window, 'devicePixelRatio', { value, configurable: true, writable: true });

beforeEach(() => {
  vi.useFakeTimers();
  setRatio(2);
  const meter = { font: '', measureText: (text: string) => ({ width: text.length }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it only measures
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(meter as unknown as CanvasRenderingContext2D);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  setRatio(ratioBefore);
});

function prepare() {
  const published: unknown[][] = [];
  const world = { clear: () => {} };
  const onCleared = vi.fn();
  const note = (...what: unknown[]) => void published.push(what);
  const thread = {
    open: (handedOver: unknown, clear: () => void) => {
      note('open', handedOver);
      world.clear = clear;
      return { draw: (...what: unknown[]) => note('draw', ...what), close: () => note('close') };
    },
    isLost: () => false,
    subscribe: () => () => undefined,
  };
  const canvas = document.createElement('canvas');
  const handOver = vi.fn(() => ({ of: canvas }));
  Object.defineProperty(canvas, 'transferControlToOffscreen', { value: handOver });
  return { published, thread, canvas, handOver, world, onCleared };
}

it('the canvas is transferred, and its size arrives with the first drawing, in pixels of the screen', () => {
  const { published, thread, canvas, onCleared } = prepare();
  const surface = openThreadSurface(canvas, { thread, onCleared });
  expect(surface?.resize(300, 400)).toBe(true);
  surface?.pen.fillRect(1, 2, 3, 4);
  surface?.commit();
  expect(surface?.resize(300, 400)).toBe(false);
  surface?.commit();
  surface?.pen.fillText('1', 5, 6);
  surface?.commit();
  expect([canvas.style.width, canvas.style.height]).toEqual(['300px', '400px']);
  expect(published).toEqual([
    ['open', { of: canvas }],
    ['draw', { widthPx: 300, heightPx: 400, ratio: 2 }, [rectStroke, 1, 2, 3, 4]],
    ['draw', null, [textStroke, '1', 5, 6]],
  ]);
});

it('another screen is another size, and drawings for the old one are dropped', () => {
  const { published, thread, canvas, onCleared } = prepare();
  const surface = openThreadSurface(canvas, { thread, onCleared });
  surface?.resize(300, 400);
  surface?.pen.fillText('old', 0, 0);
  setRatio(1);
  expect(surface?.resize(300, 400)).toBe(true);
  surface?.pen.fillText('new', 0, 0);
  surface?.commit();
  expect(published.at(-1)).toEqual(['draw', { widthPx: 300, heightPx: 400, ratio: 1 }, [textStroke, 'new', 0, 0]]);
});

it('a reader that returns at once finds the same canvas; otherwise it is released', () => {
  const { published, thread, canvas, handOver, onCleared } = prepare();
  const first = openThreadSurface(canvas, { thread, onCleared });
  first?.close();
  expect(openThreadSurface(canvas, { thread, onCleared })).toBe(first);
  vi.runAllTimers();
  expect(published.map(([what]) => what)).toEqual(['open']);
  first?.close();
  vi.runAllTimers();
  expect(published.map(([what]) => what)).toEqual(['open', 'close']);
  expect(handOver).toHaveBeenCalledOnce();
});

it('a canvas that React has only hidden is kept, because it cannot be transferred twice', () => {
  const { published, thread, canvas, onCleared } = prepare();
  document.body.append(canvas);
  const first = openThreadSurface(canvas, { thread, onCleared });
  first?.close();
  vi.runAllTimers();
  expect(openThreadSurface(canvas, { thread, onCleared })).toBe(first);
  expect(published.map(([what]) => what)).toEqual(['open']);
  canvas.remove();
});

it('a canvas that was cleared by others is drawn again, on request of its present reader', () => {
  const { published, thread, canvas, world, onCleared } = prepare();
  openThreadSurface(canvas, { thread, onCleared: () => {} })?.resize(300, 400);
  const surface = openThreadSurface(canvas, { thread, onCleared });
  expect(surface?.resize(300, 400)).toBe(false);
  world.clear();
  expect(onCleared).toHaveBeenCalledOnce();
  expect(surface?.resize(300, 400)).toBe(true);
  surface?.pen.fillRect(0, 0, 1, 1);
  surface?.commit();
  expect(published.at(-1)).toEqual(['draw', { widthPx: 300, heightPx: 400, ratio: 2 }, [rectStroke, 0, 0, 1, 1]]);
});

it('no canvas is transferred without text measurement', () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const { thread, canvas, handOver, onCleared } = prepare();
  expect(openThreadSurface(canvas, { thread, onCleared })).toBeNull();
  expect(handOver).not.toHaveBeenCalled();
});
