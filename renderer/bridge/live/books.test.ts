// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveBook } from '#shared/domain/live.ts';
import { succeed } from '#shared/errors.ts';
import { createViewWriter } from '#shared/view-messages.ts';
import { wholeMessage } from '../testing/book-messages.ts';
import { installFakeDesk } from '../testing/fake-desk.ts';
import { createBookSampler } from './book-sampler.ts';
import { latestBook, subscribeBook } from './books.ts';
import { createThrottle } from './throttle.ts';
import { useWatch } from '../watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const key = { profileId: 'p', venue: 'spot', symbol: 'BTC-USDT', step: null } as const;
const book = (sequence: string, change: Partial<LiveBook> = {}): LiveBook => ({
  ...key,
  state: 'live',
  detail: null,
  source: 'full',
  sequence,
  asOfMs: 1,
  bids: [['1', '1']],
  asks: [['2', '1']],
  ...change,
});

it('each view is passed to the listeners of the same book', () => {
  const desk = installFakeDesk();
  let heard = 0;
  const undo = subscribeBook(key, () => (heard += 1));
  desk.push('book.changed', wholeMessage(book('1')));
  desk.push('book.changed', wholeMessage(book('2', { step: '10' })));
  desk.push('book.changed', wholeMessage(book('3', { profileId: 'other' })));
  desk.push('book.changed', wholeMessage(book('4', { symbol: 'ETH-USDT' })));
  expect(heard).toBe(1);
  expect(latestBook(key)?.sequence).toBe('1');
  undo();
});

it('a view from before a pause is forgotten', () => {
  const desk = installFakeDesk();
  const first = subscribeBook(key, () => undefined);
  const other = subscribeBook({ ...key, step: '10' }, () => undefined);
  desk.push('book.changed', wholeMessage(book('1')));
  first();
  expect(latestBook(key)).toBeUndefined();
  other();
  desk.push('book.changed', wholeMessage(book('2')));
  const again = subscribeBook(key, () => undefined);
  expect(latestBook(key)).toBeUndefined();
  desk.push('book.changed', wholeMessage(book('3')));
  expect(latestBook(key)?.sequence).toBe('3');
  again();
});

it('edits make the next view from the last; equal rows stay the same objects', () => {
  const desk = installFakeDesk();
  const writer = createViewWriter();
  const publish = (view: LiveBook) => {
    const message = writer.write(view);
    if (message === null) throw new Error('nothing to tell');
    desk.push('book.changed', message);
    return message.kind;
  };
  const undo = subscribeBook(key, () => undefined);
  publish(book('1'));
  const before = latestBook(key);
  expect(publish(book('2', { asks: [['3', '1']] }))).toBe('edits');
  expect(latestBook(key)).toEqual(book('2', { asks: [['3', '1']] }));
  expect(latestBook(key)?.bids[0]).toBe(before?.bids[0]);
  undo();
});

it('edits without a base are rejected, and the window requests the whole book again', async () => {
  const desk = installFakeDesk({ 'watch.set': () => succeed({}) });
  const watch = { kind: 'book', venue: 'spot', symbol: 'BTC-USDT', rows: 1, step: null, periodMs: 0 } as const;
  const { unmount } = renderHook(() => useWatch('p', watch));
  await vi.advanceTimersByTimeAsync(50);
  const undo = subscribeBook(key, () => undefined);
  const writer = createViewWriter();
  writer.write(book('1'));
  const edits = writer.write(book('2', { asks: [['3', '1']] }));
  if (edits === null) throw new Error('nothing to tell');
  desk.push('book.changed', { ...edits, serial: 99 });
  expect(latestBook(key)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(50);
  expect(desk.calls.filter(({ name }) => name === 'watch.set')).toHaveLength(2);
  undo();
  unmount();
});

it('a sampler shows the first at once and then the newest, once a period', () => {
  const desk = installFakeDesk();
  const sampler = createBookSampler(key, 100);
  let drawn = 0;
  const undo = sampler.subscribe(() => (drawn += 1));
  expect(sampler.sampled()).toBeUndefined();
  desk.push('book.changed', wholeMessage(book('1')));
  expect(sampler.sampled()?.sequence).toBe('1');
  for (const sequence of ['2', '3', '4']) desk.push('book.changed', wholeMessage(book(sequence)));
  expect([drawn, sampler.sampled()?.sequence]).toEqual([1, '1']);
  // the period, and as long as what is drawn may wait for the next book
  vi.advanceTimersByTime(200);
  expect([drawn, sampler.sampled()?.sequence]).toEqual([2, '4']);
  undo();
  expect(sampler.sampled()).toBeUndefined();
});

it('a throttle runs no timer without a value, and none after stop', () => {
  const handed: number[] = [];
  const throttle = createThrottle<number>(100, value => handed.push(value));
  throttle.offer(1);
  vi.advanceTimersByTime(250);
  throttle.offer(2);
  expect(handed).toEqual([1, 2]);
  throttle.offer(3);
  throttle.stop();
  vi.advanceTimersByTime(500);
  expect(handed).toEqual([1, 2]);
});
