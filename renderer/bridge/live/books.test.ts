import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveBook } from '../../../shared/domain/live.ts';
import { installFakeDesk } from '../testing/fake-desk.ts';
import { createBookSampler } from './book-sampler.ts';
import { latestBook, subscribeBook } from './books.ts';
import { createThrottle } from './throttle.ts';

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
  bids: '1|1',
  asks: '2|1',
  ...change,
});

test('each picture goes to those who listen to that very book', () => {
  const desk = installFakeDesk();
  let heard = 0;
  const undo = subscribeBook(key, () => (heard += 1));
  desk.push('book.changed', book('1'));
  desk.push('book.changed', book('2', { step: '10' }));
  desk.push('book.changed', book('3', { profileId: 'other' }));
  desk.push('book.changed', book('4', { symbol: 'ETH-USDT' }));
  expect(heard).toBe(1);
  expect(latestBook(key)?.sequence).toBe('1');
  undo();
});

test('what came before a pause is forgotten', () => {
  const desk = installFakeDesk();
  const first = subscribeBook(key, () => undefined);
  const other = subscribeBook({ ...key, step: '10' }, () => undefined);
  desk.push('book.changed', book('1'));
  first();
  expect(latestBook(key)).toBeUndefined();
  other();
  desk.push('book.changed', book('2'));
  const again = subscribeBook(key, () => undefined);
  expect(latestBook(key)).toBeUndefined();
  desk.push('book.changed', book('3'));
  expect(latestBook(key)?.sequence).toBe('3');
  again();
});

test('a sampler shows the first at once and then the newest, once a period', () => {
  const desk = installFakeDesk();
  const sampler = createBookSampler(key, 100);
  let drawn = 0;
  const undo = sampler.subscribe(() => (drawn += 1));
  expect(sampler.sampled()).toBeUndefined();
  desk.push('book.changed', book('1'));
  expect(sampler.sampled()?.sequence).toBe('1');
  for (const sequence of ['2', '3', '4']) desk.push('book.changed', book(sequence));
  expect([drawn, sampler.sampled()?.sequence]).toEqual([1, '1']);
  vi.advanceTimersByTime(100);
  expect([drawn, sampler.sampled()?.sequence]).toEqual([2, '4']);
  undo();
  expect(sampler.sampled()).toBeUndefined();
});

test('a throttle rests when nothing is offered, and after stop', () => {
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
