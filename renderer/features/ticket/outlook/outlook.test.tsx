import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildCrossAccount } from '#shared/testing/account/build-margin.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { Facts } from '#ui/value/facts.tsx';
import { summariseTicket } from '../checks/summary.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import { outlookFacts } from './outlook-facts.tsx';

afterEach(cleanup);

/** What the ticket shows under this name; null: nothing. */
function shown(draft: TicketDraft, facts: TicketFacts, label: string): string | null {
  render(<Facts facts={outlookFacts(summariseTicket(draft, facts).figures, facts)} />);
  const text = screen.queryByText(label)?.nextSibling?.textContent ?? null;
  cleanup();
  return text;
}

const cross = buildFuturesDraft({ marginMode: 'cross', size: '10', price: '101' });
/** Ten lots of a tenth of a coin at 100, whose wallet may lose 50. */
const position = buildPosition({
  marginMode: 'cross',
  quantity: '10',
  markPrice: '100',
  markValue: '100',
  positionCost: '100',
  liquidationPrice: '50',
});

it('ticket shows the approximate new liquidation price of a cross position', () => {
  const facts = buildFuturesFacts({ position, positions: [position] });
  // 50 − 1 lost to mark − 0.101 − 101 × 0.005 on two coins
  expect(shown(cross, facts, 'Liquidation')).toBe('50.0→ becomes ≈ 75.9');
  expect(shown(cross, facts, 'Position')).toContain('20 lots');
  // the position decides, whatever the ticket says
  expect(shown({ ...cross, marginMode: 'isolated' }, facts, 'Liquidation')).toContain('≈ 75.9');
});

it('outlook with an unknown wallet has a text', () => {
  const unpriced = { ...position, liquidationPrice: null };
  const facts = buildFuturesFacts({ position: unpriced, positions: [unpriced] });
  expect(shown(cross, facts, 'Liquidation')).toMatch(/^Unknown: the whole wallet/);
  expect(shown(cross, buildFuturesFacts({ positions: undefined }), 'Liquidation')).toMatch(/^Unknown/);
  expect(shown({ ...cross, size: '' }, facts, 'Liquidation')).toBeNull();
});

it('a cross order that reverses the position has a warning, like an isolated one', () => {
  const facts = buildFuturesFacts({ position, positions: [position] });
  const { validationWarnings } = summariseTicket({ ...cross, side: 'sell', size: '20', price: '99' }, facts);
  expect(validationWarnings.map(({ title }) => title)).toContain('Reverses the position.');
});

const onMargin = buildDraft({ tradeType: 'cross', size: '5', price: '101' });
const debts = { account: buildCrossAccount(), liquidationRatio: '0.97' } as const;

it('outlook of a margin order shows the debt ratio and the liquidation price, before and after', () => {
  const facts = buildSpotFacts({ debts });
  expect(shown(onMargin, facts, 'Debt ratio')).toMatch(/^50\.00 % → ≈ 50\.\d\d % of 97 %$/);
  expect(shown(onMargin, facts, 'Liquidation')).toBe('no price');
  const large = { ...onMargin, size: '15' };
  expect(shown(large, facts, 'Liquidation')).toMatch(/^no price → ≈ \d+\.\d\d$/);
});

it('ticket shows "Unknown" with a reason for margin figures that cannot be computed', () => {
  expect(shown(onMargin, buildSpotFacts(), 'Debt ratio')).toMatch(/^Unknown: the account or the price/);
  const inBtc = { ...debts, account: buildCrossAccount({ quoteCurrency: 'BTC' }) };
  expect(shown(onMargin, buildSpotFacts({ debts: inBtc }), 'Debt ratio')).toBe(
    'Unknown: the account is valued in BTC, the pair trades in USDT',
  );
  expect(shown({ ...onMargin, tradeType: 'spot' }, buildSpotFacts({ debts }), 'Debt ratio')).toBeNull();
});
