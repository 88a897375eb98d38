import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whole } from '#shared/domain/completeness.ts';
import type { FeedState } from '#shared/domain/feed.ts';
import { fail } from '#shared/errors.ts';
import { buildTopicStatus } from '#shared/testing/build-topic-status.ts';
import { AgeChip } from '#ui/panel/age-chip.tsx';
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
  const read = useRead('orders.done', input, intervalMs === undefined ? {} : { intervalMs });
  return (
    <p>
      {read.nextAttemptAtMs} <AgeChip {...read} asOfMs={read.updatedAtMs} />
    </p>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A read whose changes are pushed. */
function open(intervalMs?: number) {
  const desk = installFakeDesk({ 'orders.done': always(done) });
  const client = createQueryClient();
  const feed = (state: FeedState) => {
    const topic = buildTopicStatus({ serves: { kind: 'orders', symbol: null, interval: null }, state });
    client.setQueryData(readKey('feeds.read', { profileId: 'p' }), [topic]);
  };
  feed('live');
  renderPage(intervalMs === undefined ? <Done /> : <Done intervalMs={intervalMs} />, client);
  return { desk, feed, calls: () => desk.calls.length };
}

it('a pushed list is only checked at an interval', async () => {
  const { calls } = open();
  await pass(59_000);
  expect(calls()).toBe(1);
  await pass(2_000);
  expect(calls()).toBe(2);
});

it('a waiting reader sets the interval, whatever is pushed', async () => {
  const { calls } = open(1_500);
  await pass(7_000);
  expect(calls()).toBe(5);
});

it('a pushed list is read at once when its feed stops, and is stale when that read fails', async () => {
  const { desk, feed, calls } = open();
  await pass(20_000);
  expect(screen.getByText('live')).toBeDefined();
  desk.answer('orders.done', () => fail('timeout', 'no answer'));
  act(() => feed('stale'));
  await pass(1_500);
  expect(calls()).toBe(2);
  expect(screen.getByText('stale')).toBeDefined();
});

it('a pushed list is read once when its feed stops, and afterwards by its interval', async () => {
  const { feed, calls } = open();
  await pass(20_000);
  act(() => feed('stale'));
  await pass(1_500);
  expect(calls()).toBe(2);
  expect(screen.getByText('polled')).toBeDefined();
  await pass(14_000);
  expect(calls()).toBe(2);
  await pass(2_000);
  expect(calls()).toBe(3);
});

it('a failed read repeats at its ordinary interval, because no push replaces it', async () => {
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
