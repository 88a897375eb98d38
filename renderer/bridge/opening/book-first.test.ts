import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFirstBook, releaseDeferredReads, putBookFirst } from './book-first.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  releaseDeferredReads();
  vi.useRealTimers();
});

function wait() {
  const waiter = { isDone: false };
  void afterFirstBook().then(() => (waiter.isDone = true));
  return waiter;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('other parts start at once when the book is not first', async () => {
  const waiter = wait();
  await pass(0);
  expect(waiter.isDone).toBe(true);
});

it('the others wait until they are released, and then never again', async () => {
  putBookFirst();
  const waiter = wait();
  await pass(100);
  expect(waiter.isDone).toBe(false);
  releaseDeferredReads();
  await pass(0);
  expect(waiter.isDone).toBe(true);
  const later = wait();
  await pass(0);
  expect(later.isDone).toBe(true);
});

it('a book that never arrives delays them for a second after the first answer of main', async () => {
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

it('a main process without an answer does not delay them forever', async () => {
  putBookFirst(new Promise(() => undefined));
  const waiter = wait();
  await pass(5000);
  expect(waiter.isDone).toBe(true);
});
