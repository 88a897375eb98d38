import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { unreadablePart } from '#shared/domain/completeness.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { PartialMark } from './partial-mark.tsx';

afterEach(cleanup);

const odd = (id: string) => ({
  endpoint: 'GET /api/v1/orders',
  field: 'dealFunds',
  id,
  symbol: 'BTC-USDT',
  raw: `{"id":"${id}"}`,
});

it('partial mark counts the unreadable rows, and shows their JSON on request', async () => {
  render(<PartialMark missing={unreadablePart('order', [odd('o1')])} />);
  expect(screen.queryByText('partial')).toBeNull();
  expect(screen.queryByText('{"id":"o1"}')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '1 order could not be read' }));
  expect(screen.getByText('{"id":"o1"}')).not.toBeNull();
  expect(screen.getByText('o1: field dealFunds of GET /api/v1/orders')).not.toBeNull();
});

it('partial mark keeps the word partial for the other parts, and counts the rows beyond those that are listed', async () => {
  const rows = Array.from({ length: 12 }, (_, index) => odd(`o${index}`));
  const wallet = { part: 'the USDT futures wallet', reason: 'down', asOfMs: null };
  render(<PartialMark missing={[wallet, ...unreadablePart('order', rows)]} />);
  expect(screen.getByText('partial')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '12 orders could not be read' }));
  expect(screen.getByText('2 more are not listed here.')).not.toBeNull();
});

const placeWith = (missing: readonly MissingPart[] | null) => (
  <div data-tabset="true" data-testid="place">
    {missing === null ? null : <PartialMark missing={missing} />}
  </div>
);

it('partial mark names its kind at the place of its panel, until it is removed', () => {
  const wallet = { part: 'the USDT futures wallet', reason: 'down', asOfMs: null };
  const { rerender } = render(placeWith([wallet]));
  const { dataset } = screen.getByTestId('place');
  expect(dataset['partial']).toBe('list');
  rerender(placeWith([wallet, ...unreadablePart('order', [odd('o1')])]));
  expect(dataset['partial']).toBe('rows');
  rerender(placeWith(null));
  expect(dataset['partial']).toBeUndefined();
});
