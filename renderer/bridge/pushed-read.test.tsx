import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whole } from '#shared/domain/completeness.ts';
import { fail } from '#shared/errors.ts';
import { buildTopicStatus } from '#shared/testing/build-topic-status.ts';
import { createQueryClient } from './query-client.ts';
import { readKey } from './query-keys.ts';
import { always, installFakeDesk } from './testing/fake-desk.ts';
import { renderPage } from './testing/render-page.tsx';
import { useRead } from './use-read.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const input = { profileId: 'p', venue: 'spot', symbol: null, page: 1, pageSize: 50 } as const;
const done = {
  items: [],
  page: 1,
  pageSize: 50,
  totalItems: 0,
  totalPages: 0,
  completeness: whole,
  asOfMs: 1,
};

function Done({ intervalMs }: { readonly intervalMs?: number }) {
  const { nextAttemptAtMs } = useRead('orders.done', input, intervalMs === undefined ? {} : { intervalMs });
  return <p>{nextAttemptAtMs}</p>;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A read whose changes are pushed. */
function open(intervalMs?: number) {
  const desk = installFakeDesk({ 'orders.done': always(done) });
  const client = createQueryClient();
  const topic = buildTopicStatus({ serves: { kind: 'orders', symbol: null, interval: null }, state: 'live' });
  client.setQueryData(readKey('feeds.read', { profileId: 'p' }), [topic]);
  renderPage(intervalMs === undefined ? <Done /> : <Done intervalMs={intervalMs} />, client);
  return { desk, calls: () => desk.calls.length };
}

it('what is pushed is only checked now and then', async () => {
  const { calls } = open();
  await pass(59_000);
  expect(calls()).toBe(1);
  await pass(2_000);
  expect(calls()).toBe(2);
});

it('whoever waits for something is answered at the pace they ask for, whatever is pushed', async () => {
  const { calls } = open(1_500);
  await pass(7_000);
  expect(calls()).toBe(5);
});

it('a read that failed comes again at its ordinary pace: nobody pushes what it has missed', async () => {
  const { desk, calls } = open();
  await pass(10);
  desk.answer('orders.done', () => fail('rate-limited', 'wait', { retryAtMs: Date.now() + 700 }));
  await pass(61_000);
  expect(calls()).toBe(2);
  await pass(12_000);
  expect(calls()).toBe(2);
  await pass(4_000);
  expect(calls()).toBe(3);
});
