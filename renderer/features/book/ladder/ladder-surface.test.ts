// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { openInThread } from '../canvas/ladder-surface.ts';
import { openInPage } from './page-ladder.tsx';

afterEach(() => vi.restoreAllMocks());

const canvas = () => document.createElement('canvas');

it('ladder surface draws all changes of one task once for the thread, after it, unless cancelled', async () => {
  const { surface, plan, close } = openInThread(canvas(), () => {});
  // no canvas of this page can be drawn on
  expect(surface).toBeNull();
  close();
  const draw = vi.fn();
  plan(draw);
  const callOff = plan(draw);
  callOff();
  expect(draw).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(draw).toHaveBeenCalledOnce();
});

it('ladder surface draws with the frames of the page when the thread is lost', () => {
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(7);
  const cancel = vi.spyOn(window, 'cancelAnimationFrame');
  const { surface, plan, close } = openInPage(canvas(), () => {});
  const draw = vi.fn();
  plan(draw)();
  close();
  expect(surface).toBeNull();
  expect(frames).toHaveBeenCalledWith(draw);
  expect(cancel).toHaveBeenCalledWith(7);
});
