import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Failure } from '#shared/errors.ts';
import { Button } from '../form/button.tsx';
import { Panel } from './panel.tsx';
import type { PanelRead } from './panel-read.ts';
import { buildPanelRead } from './testing/build-panel-read.ts';
import { useActionError } from './use-freshness.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const error: Failure = {
  kind: 'exchange-failed',
  message: 'The exchange is in trouble.',
  code: '500000',
  exchangeMessage: 'Internal Server Error',
  endpoint: 'GET /api/v1/orders',
  httpStatus: 500,
  isOutcomeUnknown: false,
};
const loading = buildPanelRead<readonly string[]>({ intervalMs: 1000, cost: { pool: 'spot', weight: 2 } });
const arrived = { ...loading, isLoading: false, data: ['first order'], updatedAtMs: 1_000_000 };

function Orders({ read }: { readonly read: PanelRead<readonly string[]> }) {
  return (
    <Panel
      title="Orders"
      read={read}
      empty={orders => (orders.length > 0 ? null : { reason: 'No open orders on BTC-USDT.' })}
    >
      {orders => <p>{orders.join()}</p>}
    </Panel>
  );
}

/** The words of a failure are in a file of their own. */
const arriving = () => act(async () => void (await import('./panel-failure.tsx')));

it('a loading panel shows a skeleton and no age', () => {
  render(<Orders read={loading} />);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(screen.queryByText('< 10 s')).toBeNull();
});

it('data is shown with its age and its price', () => {
  render(<Orders read={arrived} />);
  expect(screen.getByText('first order')).toBeTruthy();
  expect(screen.getByText('< 10 s').title).toContain('costs 2 of the spot pool');
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
});

it('a panel names the lists of the exchange that its data come from', () => {
  render(<Orders read={{ ...arrived, sources: 'Read: the classic list alone.' }} />);
  expect(screen.getByText('< 10 s').title).toMatch(/\nRead: the classic list alone\.$/u);
});

it('an empty panel names what it has none of', () => {
  render(<Orders read={{ ...arrived, data: [] }} />);
  expect(screen.getByText('No open orders on BTC-USDT.')).toBeTruthy();
});

it('a failure without data shows code and message verbatim, the time of the retry, and retries on a click', async () => {
  const retry = vi.fn<() => void>();
  const nextAttemptAtMs = 1_000_000 + 12_000;
  render(<Orders read={{ ...loading, isLoading: false, error, nextAttemptAtMs, retry }} />);
  await arriving();
  expect(screen.getByText('The exchange is in trouble.')).toBeTruthy();
  expect(screen.getByText('500000 · Internal Server Error · GET /api/v1/orders · HTTP 500')).toBeTruthy();
  expect(screen.getByText('next try in 12 s · spot pool')).toBeTruthy();
  act(() => {
    vi.advanceTimersByTime(5002);
  });
  expect(screen.getByText('next try in 7 s · spot pool')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(retry).toHaveBeenCalledOnce();
});

it('a failure with data keeps the data, dimmed, under the reason', async () => {
  const { container } = render(<Orders read={{ ...arrived, error, nextAttemptAtMs: 1_002_000 }} />);
  await arriving();
  expect(screen.getByText('first order')).toBeTruthy();
  expect(screen.getByText(/The exchange is in trouble. \(500000 Internal Server Error\)/)).toBeTruthy();
  expect(container.querySelector('.panel-content-old')).not.toBeNull();
});

it('age alone marks it delayed, then stale and dimmed, in words', () => {
  const { container } = render(<Orders read={arrived} />);
  act(() => {
    vi.advanceTimersByTime(3002);
  });
  expect(screen.getByText('late')).toBeTruthy();
  expect(container.querySelector('.panel-content-old')).toBeNull();
  act(() => {
    vi.advanceTimersByTime(7000);
  });
  expect(screen.getByText('stale')).toBeTruthy();
  expect(container.querySelector('.panel-content-old')).not.toBeNull();
});

it('the age of the data counts when known, not the time of its arrival', () => {
  render(
    <Panel title="Book" read={arrived} asOfMs={1_000_000 - 60_000}>
      {() => <p>levels</p>}
    </Panel>,
  );
  expect(screen.getByText('stale').parentElement?.textContent).toBe('stale1 min');
});

interface ActionProps {
  readonly updatedAtMs: number | null;
  readonly isReadOnly?: boolean;
}

function TradingAction({ updatedAtMs, isReadOnly = false }: ActionProps) {
  return <Button disabledReason={useActionError({ isReadOnly }, { updatedAtMs, intervalMs: 1000 })}>Cancel</Button>;
}

it('a panel based on stale data says so and waits', () => {
  render(<TradingAction updatedAtMs={1_000_000} />);
  const button = screen.getByRole('button');
  expect(button.getAttribute('aria-disabled')).toBe('false');
  act(() => {
    vi.advanceTimersByTime(10_002);
  });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.title).toBe('The data is too old for this action');
  cleanup();
  render(<TradingAction updatedAtMs={null} />);
  expect(screen.getByRole('button').title).toBe('Nothing has been read yet');
});

it('a read-only profile says so first', () => {
  render(<TradingAction updatedAtMs={1_000_000} isReadOnly />);
  expect(screen.getByRole('button').title).toBe('This profile is read-only');
});
