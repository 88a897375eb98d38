import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Facts } from '#ui/value/facts.tsx';
import { buildCrossAccount } from '#shared/testing/account/build-margin.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
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

it('figures of an order beyond the book count the shown part only, and its cost is unknown', () => {
  const labels = ['Book', 'Fee', 'Available', 'Break-even'];
  const beyond = [
    'est. fill 5 BTC at 101.80 (180 bps); limit of the visible order book',
    '–',
    '1,000→ becomes – USDT',
    '–',
  ];
  expect(shown(market, spot, ...labels)).toEqual(beyond);
  expect(shown({ ...market, size: '600q' }, spot, ...labels)).toEqual(beyond);
  expect(shown({ ...market, kind: 'limit', price: '109' }, spot, 'Book')).toEqual([beyond[0]]);
  expect(shown({ ...market, size: '5' }, spot, ...labels)).toEqual([
    'est. fill 5 BTC at 101.80 (180 bps)',
    expect.stringMatching(/^0\.51 USDT /),
    '1,000→ becomes 490.49 USDT',
    '102.01',
  ]);
  expect(shown(buildDraft({ size: '3', price: '101' }), spot, 'Book')).toEqual([
    'est. fill 1 BTC at 101.00 (100 bps), rests 2 BTC at 101.00',
  ]);
});

it('nor is what it does to a position or to debts', () => {
  const text = 'Unknown: the order is larger than the loaded order book';
  const cross = buildFuturesDraft({ marginMode: 'cross', kind: 'market', size: '51' });
  expect(shown(cross, buildFuturesFacts(), 'Liquidation')).toEqual([text]);
  const debts = { account: buildCrossAccount(), liquidationRatio: null };
  expect(shown({ ...market, tradeType: 'cross' }, buildSpotFacts({ debts }), 'Debt ratio')).toEqual([text]);
});

it('ticket says that the rest of an IOC order is cancelled and that a FOK order fills completely or not at all', () => {
  const ioc = buildDraft({ size: '3', price: '101', timeInForce: 'IOC' });
  expect(shown(ioc, spot, 'Book')).toEqual(['fills about 1 of 3 BTC now at 101.00 (100 bps), the rest is cancelled']);
  const fok = buildDraft({ size: '3', price: '101', timeInForce: 'FOK' });
  expect(shown(fok, spot, 'Book')).toEqual(['fills nothing: the book holds 1 BTC at this price']);
  const titles = (draft: TicketDraft) => summariseTicket(draft, spot).validationWarnings.map(({ title }) => title);
  expect(titles(fok)).toEqual(['FOK would not fill.']);
  expect(titles({ ...fok, size: '1' })).toEqual([]);
  expect(titles(ioc)).toEqual([]);
});

it('ticket counts fee and available of what an IOC order fills, and names those of all of it beside', () => {
  const labels = ['Fee', 'Available', 'If all of it fills'];
  const ioc = buildDraft({ size: '3', price: '101', timeInForce: 'IOC' });
  expect(shown(ioc, spot, ...labels)).toEqual([
    expect.stringMatching(/^0\.10 USDT /),
    '1,000→ becomes 898.90 USDT',
    // never the maker’s rate: what fills of it takes
    'fee 0.30 USDT, order cost 303.30 USDT',
  ]);
  const nothing = { ...ioc, price: '100' };
  expect(shown(nothing, spot, 'Book', ...labels)).toEqual([
    'fills nothing now: all of it is cancelled',
    expect.stringMatching(/^0\.00 USDT /),
    '1,000 USDT',
    expect.stringContaining('order cost 300.30 USDT'),
  ]);
  expect(shown({ ...ioc, size: '1' }, spot, 'If all of it fills')).toEqual([null]);
});

it('ticket says that no stop is placed beside a spot order', () => {
  const limit = { size: '1', price: '100', stopLoss: '95' };
  expect(shown(buildDraft(limit), spot, 'At the SL')).toEqual([
    expect.stringMatching(/^no stop is placed; at that price: loses 5\.\d\d USDT with /),
  ]);
  expect(shown(buildFuturesDraft(limit), buildFuturesFacts(), 'At the SL')).toEqual([expect.stringMatching(/^loses /)]);
});

it('ticket shows what is available before and after only where the exchange holds it', () => {
  const limit = buildDraft({ size: '1', price: '100' });
  expect(shown(limit, spot, 'Available')).toEqual([expect.stringMatching(/^1,000→ becomes 8\d\d\.\d+ USDT$/)]);
  const stop = buildDraft({ kind: 'stop-limit', size: '1', price: '100', trigger: '101' });
  const pair = buildDraft({ kind: 'pair', side: 'sell', size: '1', stopLoss: '95', takeProfit: '110', price: '94' });
  expect(shown(stop, spot, 'Available')).toEqual(['1,000 USDT']);
  expect(shown(pair, spot, 'Available')).toEqual(['10 BTC']);
  const reducing = buildFuturesDraft({ side: 'sell', size: '1', price: '100', isReduceOnly: true });
  expect(shown(reducing, buildFuturesFacts(), 'Available')).toEqual(['1,000 USDT']);
});

it('shows no available amount after an order that closes a position at once', () => {
  const held = buildFuturesFacts({ position: buildPosition({ quantity: '10' }) });
  const reversal = buildFuturesDraft({ side: 'sell', kind: 'market', size: '20' });
  expect(shown(reversal, held, 'Available')).toEqual(['1,000 USDT']);
  const resting = { ...reversal, kind: 'limit', price: '140' } as const;
  expect(shown(resting, held, 'Available')).toEqual([expect.stringMatching(/^1,000→ becomes /)]);
  expect(shown(reversal, buildFuturesFacts(), 'Available')).toEqual([expect.stringMatching(/^1,000→ becomes /)]);
});
