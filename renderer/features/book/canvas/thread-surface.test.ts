// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLadderSurface } from './ladder-surface.ts';
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

function prepare({ isLost = false } = {}) {
  const told: unknown[][] = [];
  const note = (...what: unknown[]) => void told.push(what);
  const thread = {
    open: (handedOver: unknown) => {
      note('open', handedOver);
      return { draw: (...what: unknown[]) => note('draw', ...what), close: () => note('close') };
    },
    isLost: () => isLost,
    subscribe: () => () => undefined,
  };
  const canvas = document.createElement('canvas');
  const handOver = vi.fn(() => ({ of: canvas }));
  Object.defineProperty(canvas, 'transferControlToOffscreen', { value: handOver });
  return { told, thread, canvas, handOver };
}

it('the canvas is handed over, and is told its size with what is drawn first in it, in pixels of the screen', () => {
  const { told, thread, canvas } = prepare();
  const surface = openThreadSurface(canvas, thread);
  expect(surface?.resize(300, 400)).toBe(true);
  surface?.pen.fillRect(1, 2, 3, 4);
  surface?.commit();
  expect(surface?.resize(300, 400)).toBe(false);
  surface?.commit();
  surface?.pen.fillText('1', 5, 6);
  surface?.commit();
  expect([canvas.style.width, canvas.style.height]).toEqual(['300px', '400px']);
  expect(told).toEqual([
    ['open', { of: canvas }],
    ['draw', { widthPx: 300, heightPx: 400, ratio: 2 }, [['rect', 1, 2, 3, 4]]],
    ['draw', null, [['text', '1', 5, 6]]],
  ]);
});

it('another screen is another size; what was meant for the old one is not drawn', () => {
  const { told, thread, canvas } = prepare();
  const surface = openThreadSurface(canvas, thread);
  surface?.resize(300, 400);
  surface?.pen.fillText('old', 0, 0);
  setRatio(1);
  expect(surface?.resize(300, 400)).toBe(true);
  surface?.pen.fillText('new', 0, 0);
  surface?.commit();
  expect(told.at(-1)).toEqual(['draw', { widthPx: 300, heightPx: 400, ratio: 1 }, [['text', 'new', 0, 0]]]);
});

it('who comes back at once finds the canvas as it was; who does not gives it back', () => {
  const { told, thread, canvas, handOver } = prepare();
  const first = openThreadSurface(canvas, thread);
  first?.close();
  expect(openThreadSurface(canvas, thread)).toBe(first);
  vi.runAllTimers();
  expect(told.map(([what]) => what)).toEqual(['open']);
  first?.close();
  vi.runAllTimers();
  expect(told.map(([what]) => what)).toEqual(['open', 'close']);
  expect(handOver).toHaveBeenCalledOnce();
});

it('where no text can be measured nothing is handed over', () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const { thread, canvas, handOver } = prepare();
  const opened = openLadderSurface(canvas, thread);
  expect(opened.surface).toBeNull();
  opened.close();
  expect(handOver).not.toHaveBeenCalled();
});

it('in the thread all that one task changes is drawn once, behind it, unless it is called off', async () => {
  const { thread, canvas } = prepare();
  const { plan } = openLadderSurface(canvas, thread);
  const draw = vi.fn();
  plan(draw);
  const callOff = plan(draw);
  callOff();
  expect(draw).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(draw).toHaveBeenCalledOnce();
});

it('where the thread is lost the page draws for itself, with its own frames', () => {
  const { told, thread, canvas, handOver } = prepare({ isLost: true });
  const { surface, plan, close } = openLadderSurface(canvas, thread);
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(7);
  const cancel = vi.spyOn(window, 'cancelAnimationFrame');
  const draw = vi.fn();
  plan(draw)();
  close();
  expect(surface).not.toBeNull();
  expect(frames).toHaveBeenCalledWith(draw);
  expect(cancel).toHaveBeenCalledWith(7);
  expect(handOver).not.toHaveBeenCalled();
  expect(told).toEqual([]);
});
