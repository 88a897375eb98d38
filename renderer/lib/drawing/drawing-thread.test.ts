import { expect, it, vi } from 'vitest';
import { createDrawingThread } from './drawing-thread.ts';

function prepare() {
  const worker = Object.assign(new EventTarget(), { postMessage: vi.fn(), terminate: vi.fn() });
  const start = vi.fn(() => worker);
  const lost = vi.fn();
  const thread = createDrawingThread(start);
  const undo = thread.subscribe(lost);
  return { worker, start, lost, thread, undo };
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is only handed on
const canvas = {} as OffscreenCanvas;
const ignore = () => {};

it('a canvas that the thread found empty is reported while it is in use', () => {
  const { worker, thread } = prepare();
  const cleared = vi.fn();
  thread.open(canvas, ignore);
  const second = thread.open(canvas, cleared);
  const report = () => worker.dispatchEvent(new MessageEvent('message', { data: { clearedId: 2 } }));
  report();
  second.close();
  report();
  expect(cleared).toHaveBeenCalledOnce();
});

it('the thread starts with the first canvas, which is transferred and not copied; each has its own name', () => {
  const { worker, start, thread } = prepare();
  expect(start).not.toHaveBeenCalled();
  const [first, second] = [thread.open(canvas, ignore), thread.open(canvas, ignore)];
  second.draw(null, [4, 0, 0, 1, 1]);
  first.close();
  expect(start).toHaveBeenCalledOnce();
  expect(worker.postMessage.mock.calls).toEqual([
    [{ kind: 'open', id: 1, canvas }, [canvas]],
    [{ kind: 'open', id: 2, canvas }, [canvas]],
    [{ kind: 'draw', id: 2, size: null, strokes: [4, 0, 0, 1, 1] }, []],
    [{ kind: 'close', id: 1 }, []],
  ]);
  expect(thread.isLost()).toBe(false);
});

it('the thread is lost once after an error of its own, and receives nothing more', () => {
  const { worker, lost, thread } = prepare();
  const drawn = thread.open(canvas, ignore);
  worker.dispatchEvent(new Event('error'));
  worker.dispatchEvent(new Event('error'));
  drawn.close();
  expect(thread.isLost()).toBe(true);
  expect(lost).toHaveBeenCalledOnce();
  expect(worker.terminate).toHaveBeenCalledOnce();
  expect(worker.postMessage).toHaveBeenCalledOnce();
});

it('a thread that cannot start is lost with the first canvas; a removed listener is not notified', () => {
  const { start, lost, thread, undo } = prepare();
  undo();
  start.mockImplementation(() => {
    throw new Error('not here');
  });
  thread.open(canvas, ignore);
  expect(thread.isLost()).toBe(true);
  expect(lost).not.toHaveBeenCalled();
});
