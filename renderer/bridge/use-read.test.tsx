import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BookSnapshot } from '#shared/domain/market/book.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildBookSnapshot } from '#shared/testing/build-book.ts';
import { createQueryClient } from './query-client.ts';
import { always, installFakeDesk } from './testing/fake-desk.ts';
import { useRead } from './use-read.ts';
import { useWrite } from './use-write.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const book = (sequence: string) => buildBookSnapshot({ sequence, bids: [], asks: [] });
const input = { profileId: 'p', venue: 'spot', symbol: 'BTC-USDT', depth: 20 } as const;

function Sequence({
  accept,
}: {
  readonly accept?: (previous: BookSnapshot | undefined, next: BookSnapshot) => BookSnapshot;
}) {
  const reading = useRead('book.read', input, accept === undefined ? {} : { accept });
  const state = reading.isLoading ? 'loading' : (reading.error?.kind ?? 'fine');
  return (
    <button type="button" onClick={reading.retry}>
      {state} {reading.data?.sequence ?? '-'} {reading.nextAttemptAtMs === null ? '' : 'again later'}
    </button>
  );
}

function show(content: ReactNode) {
  return render(<QueryClientProvider client={createQueryClient()}>{content}</QueryClientProvider>);
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const text = () => screen.getByRole('button').textContent;

it('a read repeats at its interval while shown, once for all readers, and stops when it is hidden', async () => {
  const desk = installFakeDesk({ 'book.read': always(book('1')) });
  const shown = show(
    <>
      <Sequence />
      <Sequence />
      <Sequence />
    </>,
  );
  await pass(2100);
  expect(desk.calls).toHaveLength(5);
  shown.unmount();
  await pass(5000);
  expect(desk.calls).toHaveLength(5);
});

it('a failed read keeps the last data, repeats slowly, and retries at once on a click', async () => {
  const desk = installFakeDesk({ 'book.read': always(book('1')) });
  show(<Sequence />);
  await pass(0);
  expect(text()).toBe('fine 1 ');
  desk.answer('book.read', () => fail('unreachable', 'no'));
  await pass(600);
  expect(text()).toBe('unreachable 1 again later');
  await pass(1800);
  expect(desk.calls).toHaveLength(2);
  desk.answer('book.read', always(book('2')));
  fireEvent.click(screen.getByRole('button'));
  await pass(0);
  expect(text()).toBe('fine 2 ');
});

it('a rejected read with a time repeats only then', async () => {
  const desk = installFakeDesk();
  desk.answer('book.read', () => fail('rate-limited', 'wait', { retryAtMs: Date.now() + 20_000 }));
  show(<Sequence />);
  await pass(19_000);
  expect(desk.calls).toHaveLength(1);
  await pass(1500);
  expect(desk.calls).toHaveLength(2);
});

it('a read stores what accept chooses', async () => {
  const desk = installFakeDesk({ 'book.read': always(book('5')) });
  show(<Sequence accept={(previous, next) => previous ?? next} />);
  await pass(0);
  desk.answer('book.read', always(book('4')));
  await pass(600);
  expect(desk.calls).toHaveLength(2);
  expect(text()).toBe('fine 5 ');
});

function Both() {
  useRead('profiles.list', {});
  return <Sequence />;
}

it('a read of a profile that is no longer chosen makes the page request the chosen one', async () => {
  const desk = installFakeDesk({
    'book.read': () => fail('no-profile', 'changed'),
    'profiles.list': always({ profiles: [], activeId: 'q' }),
  });
  show(<Both />);
  await pass(100);
  expect(desk.calls.filter(each => each.name === 'profiles.list')).toHaveLength(2);
});

function Cancel() {
  const write = useWrite('orders.cancel', { refreshes: ['book.read'] });
  const send = async () => {
    const outcome = await write.send({ profileId: 'p', venue: 'spot', symbol: 's', orderId: 'o' });
    outcomes.push(outcome.ok ? outcome.value.outcome : outcome.error.kind);
  };
  return (
    <button type="button" onClick={() => void send()}>
      {write.isPending ? 'pending' : (write.error?.kind ?? write.value?.outcome ?? 'idle')}
    </button>
  );
}
const outcomes: string[] = [];

function Book() {
  return <p>{useRead('book.read', input, { intervalMs: 60_000 }).data?.sequence}</p>;
}

it('a write is sent once with any answer, and the data that it may have changed is read again', async () => {
  const desk = installFakeDesk({
    'orders.cancel': () => fail('outcome-unknown', 'lost'),
    'book.read': always(book('1')),
  });
  show(
    <>
      <Cancel />
      <Book />
    </>,
  );
  await pass(0);
  fireEvent.click(screen.getByRole('button'));
  await pass(5000);
  expect(text()).toBe('outcome-unknown');
  desk.answer('orders.cancel', () => succeed({ orderId: 'o', outcome: 'requested' }));
  fireEvent.click(screen.getByRole('button'));
  await pass(10);
  expect(outcomes).toEqual(['outcome-unknown', 'requested']);
  expect(desk.calls.filter(each => each.name === 'orders.cancel')).toHaveLength(2);
  expect(desk.calls.filter(each => each.name === 'book.read')).toHaveLength(3);
});
