import { beforeEach, expect, it } from 'vitest';
import { compareMarkets } from '#shared/order-entry/comparison/compare-markets.ts';
import { contractTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { useTicketStore } from '#state/ticket-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { fillTicket } from './fill-ticket.ts';
import { keyOfRow, moveRow } from './row-keys.ts';

beforeEach(() => {
  useTicketStore.setState(useTicketStore.getInitialState());
  useUiStore.setState(useUiStore.getInitialState());
});

const contract = buildFuturesContract();
/** Two coin to sell on a pair and on a contract, whose book is deep enough or holds nothing. */
const rows = (size: '900000' | '0.1') =>
  compareMarkets({
    side: 'sell',
    coin: '2',
    target: 'USDT',
    markets: [spotTerms(buildSpotSymbol()), contractTerms(contract)],
    bookOf: ({ venue }) =>
      venue === 'spot' || size === '900000'
        ? { isUsable: true, bids: [['100', '900000']], asks: [['101', '900000']], mid: '100.5', asOfMs: 5 }
        : { isUsable: false, reason: 'The book is stale.', asOfMs: 3 },
    takerFeeRateOf: () => '0.001',
    pairs: new Set(),
    isDollarAtPar: true,
  });
const row = (symbol: string, size: '900000' | '0.1' = '900000') => {
  const found = rows(size).find(({ terms }) => terms.symbol === symbol);
  if (found === undefined) throw new Error(`no ${symbol}`);
  return found;
};

it('where to trade fills the ticket with the size in the unit of the market, and the last price that it reaches', () => {
  expect(fillTicket('sell', row('BTC-USDT'))).toBe(true);
  expect(useUiStore.getState()).toMatchObject({ venue: 'spot', symbol: 'BTC-USDT' });
  expect(useTicketStore.getState().prefill).toMatchObject({ side: 'sell', size: '2', sizeUnit: 'base', price: '100' });
  expect(fillTicket('sell', row(contract.symbol))).toBe(true);
  expect(useTicketStore.getState().prefill).toMatchObject({ size: '2000', sizeUnit: 'lots', kind: 'limit' });
});

it('a market that cannot take the order fills nothing', () => {
  expect(fillTicket('sell', row(contract.symbol, '0.1'))).toBe(false);
  expect(useTicketStore.getState().prefill).toBeNull();
});

it('arrows move from row to row and stop at the ends', () => {
  const all = rows('900000');
  const [first, second] = all;
  if (first === undefined || second === undefined) throw new Error('two rows');
  expect(keyOfRow(first)).toBe(`${first.terms.venue}-${first.terms.symbol}`);
  expect(moveRow('ArrowDown', all, first)).toBe(second);
  expect(moveRow('ArrowDown', all, second)).toBe(second);
  expect(moveRow('ArrowUp', all, first)).toBe(first);
  expect(moveRow('Enter', all, first)).toBeNull();
  expect(moveRow('ArrowDown', [], first)).toBe(first);
});
