import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSettledColumn } from './use-settled-column.ts';

let book: HTMLElement;
let pointed: Element | null;
beforeEach(() => {
  book = document.body.appendChild(document.createElement('div'));
  pointed = null;
  vi.spyOn(document, 'querySelector').mockImplementation(() => pointed);
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  book.remove();
});
function pointAt(target: Element): void {
  act(() => {
    target.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  });
}
const renderColumn = () =>
  renderHook(({ isOpen }: { isOpen: boolean }) => useSettledColumn(isOpen), { initialProps: { isOpen: true } });

it('ticket gets a column at once while the pointer is elsewhere', () => {
  const { result, rerender } = renderColumn();
  expect(result.current).toBe(true);
  rerender({ isOpen: false });
  expect(result.current).toBe(false);
});

it('ticket moves no panel on opening and closing until the pointer leaves the book', () => {
  pointed = book;
  const { result, rerender } = renderColumn();
  expect(result.current).toBe(false);
  pointAt(book);
  expect(result.current).toBe(false);
  pointAt(document.body);
  expect(result.current).toBe(true);
  rerender({ isOpen: false });
  expect(result.current).toBe(true);
  pointAt(document.body);
  expect(result.current).toBe(false);
});
