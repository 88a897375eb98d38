import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Facts } from '#ui/value/facts.tsx';
import { buildCrossAccount } from '#shared/testing/account/build-margin.ts';
import { summariseTicket } from '../checks/summary.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import { ticketFacts } from './figures.tsx';

afterEach(cleanup);

/** What the ticket shows under each name. */
function shown(draft: TicketDraft, facts: TicketFacts, ...labels: readonly string[]): readonly (string | null)[] {
  render(<Facts facts={ticketFacts(summariseTicket(draft, facts).figures, facts)} />);
  const texts = labels.map(label => screen.queryByText(label)?.nextSibling?.textContent ?? null);
  cleanup();
  return texts;
}

const market = buildDraft({ kind: 'market', size: '15' });
const spot = buildSpotFacts();

it('of more than the book shows only what it shows is told, and what is paid is not known', () => {
  const labels = ['Book', 'Fee', 'Available', 'Break-even'];
  const beyond = [
    'takes 5 BTC at 101.80 (180 bps); the book shown does not hold more',
    '–',
    '1,000→ becomes – USDT',
    '–',
  ];
  expect(shown(market, spot, ...labels)).toEqual(beyond);
  expect(shown({ ...market, size: '600q' }, spot, ...labels)).toEqual(beyond);
  expect(shown({ ...market, kind: 'limit', price: '109' }, spot, 'Book')).toEqual([beyond[0]]);
  expect(shown({ ...market, size: '5' }, spot, ...labels)).toEqual([
    'takes 5 BTC at 101.80 (180 bps)',
    expect.stringMatching(/^0\.51 USDT /),
    '1,000→ becomes 490.49 USDT',
    '102.01',
  ]);
  expect(shown(buildDraft({ size: '3', price: '101' }), spot, 'Book')).toEqual([
    'takes 1 BTC at 101.00 (100 bps), rests 2 BTC at 101.00',
  ]);
});

it('nor is what it does to a position or to debts', () => {
  const text = 'Not told: the book shown does not hold the order';
  const cross = buildFuturesDraft({ marginMode: 'cross', kind: 'market', size: '51' });
  expect(shown(cross, buildFuturesFacts(), 'Liquidation')).toEqual([text]);
  const debts = { account: buildCrossAccount(), liquidationRatio: null };
  expect(shown({ ...market, tradeType: 'cross' }, buildSpotFacts({ debts }), 'Debt ratio')).toEqual([text]);
});

it('says that the rest of an IOC order is cancelled and that a FOK order fills completely or not at all', () => {
  const ioc = buildDraft({ size: '3', price: '101', timeInForce: 'IOC' });
  expect(shown(ioc, spot, 'Book')).toEqual(['takes 1 BTC at 101.00 (100 bps), 2 BTC cancelled']);
  const fok = buildDraft({ size: '3', price: '101', timeInForce: 'FOK' });
  expect(shown(fok, spot, 'Book')).toEqual(['fills nothing: the book holds 1 BTC at this price']);
  const titles = (draft: TicketDraft) => summariseTicket(draft, spot).soft.map(({ title }) => title);
  expect(titles(fok)).toEqual(['FOK would not fill.']);
  expect(titles({ ...fok, size: '1' })).toEqual([]);
  expect(titles(ioc)).toEqual([]);
});

it('shows what is available before and after only where the exchange holds it', () => {
  const limit = buildDraft({ size: '1', price: '100' });
  expect(shown(limit, spot, 'Available')).toEqual([expect.stringMatching(/^1,000→ becomes 8\d\d\.\d+ USDT$/)]);
  const stop = buildDraft({ kind: 'stop-limit', size: '1', price: '100', trigger: '101' });
  const pair = buildDraft({ kind: 'pair', side: 'sell', size: '1', stopLoss: '95', takeProfit: '110', price: '94' });
  expect(shown(stop, spot, 'Available')).toEqual(['1,000 USDT']);
  expect(shown(pair, spot, 'Available')).toEqual(['10 BTC']);
  const reducing = buildFuturesDraft({ side: 'sell', size: '1', price: '100', isReduceOnly: true });
  expect(shown(reducing, buildFuturesFacts(), 'Available')).toEqual(['1,000 USDT']);
});
