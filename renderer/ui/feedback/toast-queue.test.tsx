import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, showToast, useToasts } from './toast-queue.ts';

function Texts() {
  return useToasts().map(({ id, text }) => (
    <button type="button" key={id} onClick={() => dismissToast(id)}>
      {text}
    </button>
  ));
}
const shown = () => screen.queryAllByRole('button');
const texts = () =>
  shown()
    .map(({ textContent }) => textContent)
    .join();
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  render(<Texts />);
});
afterEach(() => {
  for (const toast of shown()) fireEvent.click(toast);
  cleanup();
  vi.useRealTimers();
});

it('a toast about the same subject takes the new text and restarts its time; later another opens', async () => {
  act(() => showToast('neutral', 'one', { about: 'a' }));
  act(() => showToast('neutral', 'other'));
  await pass(4000);
  act(() => showToast('neutral', 'two', { about: 'a' }));
  expect(texts()).toBe('two,other');
  await pass(4000);
  expect(texts()).toBe('two');
  await pass(4000);
  act(() => showToast('neutral', 'three', { about: 'a' }));
  expect(texts()).toBe('three');
});

it('three toasts are shown: temporary ones make space, permanent ones stay', async () => {
  act(() => showToast('warning', 'w'));
  act(() => showToast('neutral', 's', { isStaying: true }));
  for (const text of ['a', 'b', 'c']) act(() => showToast('neutral', text));
  expect(texts()).toBe('w,s,c');
  act(() => showToast('danger', 'd'));
  for (const text of ['e', 'f']) act(() => showToast('danger', text));
  expect(texts()).toBe('w,s,d,e,f');
  await pass(60_000);
  expect(texts()).toBe('w,s,d,e,f');
});
