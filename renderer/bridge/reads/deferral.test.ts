import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterDeferral, endDeferral, startDeferral } from './deferral.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  endDeferral();
  vi.useRealTimers();
});

function wait() {
  const waiter = { isDone: false };
  void afterDeferral().then(() => (waiter.isDone = true));
  return waiter;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('deferral that did not start delays nothing', async () => {
  const waiter = wait();
  await pass(0);
  expect(waiter.isDone).toBe(true);
});

it('deferral delays its callers until it ends, and later ones no more', async () => {
  startDeferral();
  const waiter = wait();
  await pass(100);
  expect(waiter.isDone).toBe(false);
  endDeferral();
  await pass(0);
  expect(waiter.isDone).toBe(true);
  const later = wait();
  await pass(0);
  expect(later.isDone).toBe(true);
});

it('deferral ends one second after the first response of main', async () => {
  const answer = Promise.withResolvers<void>();
  startDeferral(answer.promise);
  const waiter = wait();
  await pass(2000);
  answer.resolve();
  await pass(900);
  expect(waiter.isDone).toBe(false);
  await pass(200);
  expect(waiter.isDone).toBe(true);
});

it('deferral ends after five seconds without a response of main', async () => {
  startDeferral(new Promise(() => undefined));
  const waiter = wait();
  await pass(5000);
  expect(waiter.isDone).toBe(true);
});
