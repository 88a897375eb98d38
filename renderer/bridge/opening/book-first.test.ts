import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFirstBook, letOthersGoOn, putBookFirst } from './book-first.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  letOthersGoOn();
  vi.useRealTimers();
});

function wait() {
  const waiter = { isDone: false };
  void afterFirstBook().then(() => (waiter.isDone = true));
  return waiter;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('nobody waits where the book was not put first', async () => {
  const waiter = wait();
  await pass(0);
  expect(waiter.isDone).toBe(true);
});

it('the others wait until they are let go on, and then for good', async () => {
  putBookFirst();
  const waiter = wait();
  await pass(100);
  expect(waiter.isDone).toBe(false);
  letOthersGoOn();
  await pass(0);
  expect(waiter.isDone).toBe(true);
  const later = wait();
  await pass(0);
  expect(later.isDone).toBe(true);
});

it('a book that never comes keeps them for a second after main has begun to answer', async () => {
  const answer = Promise.withResolvers<void>();
  putBookFirst(answer.promise);
  const waiter = wait();
  await pass(2000);
  answer.resolve();
  await pass(900);
  expect(waiter.isDone).toBe(false);
  await pass(200);
  expect(waiter.isDone).toBe(true);
});

it('a main that never answers does not keep them for ever', async () => {
  putBookFirst(new Promise(() => undefined));
  const waiter = wait();
  await pass(5000);
  expect(waiter.isDone).toBe(true);
});
