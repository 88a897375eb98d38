import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { subscribeBook } from '#bridge/live/books.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useFirstBook } from './use-first-book.ts';

let desk: FakeDesk;
beforeEach(() => {
  vi.useFakeTimers();
  desk = installFakeDesk();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  useUiStore.setState(useUiStore.getInitialState());
});

const book = buildLiveBook();
const open = () => renderHook(symbol => useFirstBook('p', spotMarket(symbol)), { initialProps: 'BTC-USDT' });
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

it('first book ends the deferral when it is painted, once', () => {
  const { result, rerender } = open();
  act(() => desk.push('book.changed', wholeMessage(book)));
  expect(result.current).toBe(false);
  pass(50);
  expect(result.current).toBe(true);
  rerender('ETH-USDT');
  expect(result.current).toBe(true);
});

it('first book of another market, or without levels, does not end the deferral', () => {
  const { result } = open();
  act(() => desk.push('book.changed', wholeMessage({ ...book, state: 'syncing', bids: [], asks: [] })));
  act(() => desk.push('book.changed', wholeMessage({ ...book, symbol: 'ETH-USDT' })));
  pass(200);
  expect(result.current).toBe(false);
});

it('first book that does not arrive ends the deferral after 300 ms', () => {
  const { result } = open();
  pass(400);
  expect(result.current).toBe(true);
});

it('first book may arrive before the window is drawn, also grouped', () => {
  useUiStore.setState({ bookSteps: { 'BTC-USDT': '10' } });
  const grouped = { ...book, step: '10' as const };
  const undo = subscribeBook({ profileId: 'p', venue: 'spot', symbol: 'BTC-USDT', step: '10' }, () => undefined);
  act(() => desk.push('book.changed', wholeMessage(grouped)));
  const { result } = open();
  pass(50);
  expect(result.current).toBe(true);
  undo();
});
