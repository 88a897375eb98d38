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

it('a cross position: where its liquidation price goes, about', () => {
  const facts = buildFuturesFacts({ position, positions: [position] });
  // 50 − 1 lost to mark − 0.101 − 101 × 0.005 on two coins
  expect(shown(cross, facts, 'Liquidation')).toBe('50.0→ becomes ≈ 75.9');
  expect(shown(cross, facts, 'Position')).toContain('20 lots');
  // the position decides, whatever the ticket says
  expect(shown({ ...cross, marginMode: 'isolated' }, facts, 'Liquidation')).toContain('≈ 75.9');
});

it('where the wallet is not known, the ticket says so in words', () => {
  const unpriced = { ...position, liquidationPrice: null };
  const facts = buildFuturesFacts({ position: unpriced, positions: [unpriced] });
  expect(shown(cross, facts, 'Liquidation')).toMatch(/^Not told: its whole wallet/);
  expect(shown(cross, buildFuturesFacts({ positions: undefined }), 'Liquidation')).toMatch(/^Not told/);
  expect(shown({ ...cross, size: '' }, facts, 'Liquidation')).toBeNull();
});

it('a cross order through nought is worth a second look, as an isolated one is', () => {
  const facts = buildFuturesFacts({ position, positions: [position] });
  const { soft } = summariseTicket({ ...cross, side: 'sell', size: '20', price: '99' }, facts);
  expect(soft.map(({ title }) => title)).toContain('Turns the position round.');
});

const onMargin = buildDraft({ tradeType: 'cross', size: '5', price: '101' });
const debts = { account: buildCrossAccount(), liquidationRatio: '0.97' } as const;

it('an order on margin: the debt ratio and the price that liquidates, before and after', () => {
  const facts = buildSpotFacts({ debts });
  expect(shown(onMargin, facts, 'Debt ratio')).toMatch(/^50\.00 % → ≈ 50\.\d\d % of 97 %$/);
  expect(shown(onMargin, facts, 'Liquidation')).toBe('no price');
  const large = { ...onMargin, size: '15' };
  expect(shown(large, facts, 'Liquidation')).toMatch(/^no price → ≈ \d+\.\d\d$/);
});

it('what of an account on margin cannot be told is said in words', () => {
  expect(shown(onMargin, buildSpotFacts(), 'Debt ratio')).toMatch(/^Not told: the account or the price/);
  const inBtc = { ...debts, account: buildCrossAccount({ quoteCurrency: 'BTC' }) };
  expect(shown(onMargin, buildSpotFacts({ debts: inBtc }), 'Debt ratio')).toBe(
    'Not told: the account is counted in BTC, the pair trades in USDT',
  );
  expect(shown({ ...onMargin, tradeType: 'spot' }, buildSpotFacts({ debts }), 'Debt ratio')).toBeNull();
});
