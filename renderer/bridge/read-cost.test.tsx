import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail } from '#shared/errors.ts';
import { always, installFakeDesk } from './testing/fake-desk.ts';
import { renderPage } from './testing/render-page.tsx';
import { useRead } from './use-read.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const costs = {
  'orders.done': { spot: { pool: 'spot', weight: 2 }, futures: { pool: 'futures', weight: 5 } },
  'accounts.baseFee': { spot: { pool: 'spot', weight: 3 }, futures: { pool: 'spot', weight: 3 } },
} as const;
const page = { profileId: 'p', symbol: null, page: 1, pageSize: 50 };

function Costs() {
  useRead('reads.costs', {});
  const reads = [
    useRead('orders.done', { ...page, venue: 'spot' }),
    useRead('orders.done', { ...page, venue: 'futures' }),
    useRead('accounts.baseFee', { profileId: 'p' }),
    useRead('storage.read', {}),
  ];
  return (
    <p data-testid="costs">{reads.map(({ cost }) => (cost === null ? '-' : Object.values(cost).join(' '))).join()}</p>
  );
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const text = () => screen.getByTestId('costs').textContent;

it('each read has the cost that main states, at its venue, and main is asked once', async () => {
  const desk = installFakeDesk({ 'reads.costs': always(costs) });
  renderPage(<Costs />);
  await pass(60_000);
  expect(text()).toBe('spot 2,futures 5,spot 3,-');
  expect(desk.calls.filter(({ name }) => name === 'reads.costs')).toHaveLength(1);
});

it('a read has no cost before main states it', async () => {
  const desk = installFakeDesk({ 'reads.costs': () => fail('internal', 'no') });
  renderPage(<Costs />);
  await pass(10);
  expect(text()).toBe('-,-,-,-');
  desk.answer('reads.costs', always(costs));
  await pass(20_000);
  expect(text()).toBe('spot 2,futures 5,spot 3,-');
});
