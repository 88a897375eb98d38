import { expect, it } from 'vitest';
import { fundsOf, type PaidFrom } from '#shared/order-entry/funds.ts';
import { spotTerms } from '#shared/order-entry/market-terms.ts';
import { buildCrossAccount, buildMarginHolding } from '#shared/testing/account/build-margin.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildFuturesFacts } from '../testing/build-ticket.ts';
import { sweepSize } from './ticket-book.ts';

it('a clicked size is the resting total up to there', () => {
  const book = {
    state: 'live',
    bids: [
      ['99', '2'],
      ['98', '3'],
    ],
    asks: [
      ['101', '1'],
      ['102', '4'],
    ],
  } as const;
  expect(sweepSize(book, { side: 'buy', price: '102' })).toBe('5');
  expect(sweepSize(book, { side: 'buy', price: '101.5' })).toBe('1');
  expect(sweepSize(book, { side: 'sell', price: '98' })).toBe('5');
  expect(sweepSize(book, { side: 'sell', price: 'b' })).toBe('');
  expect(sweepSize(book, { side: 'buy', price: '100' })).toBe('');
  expect(sweepSize(book, {})).toBe('');
});

const terms = spotTerms(buildSpotSymbol());
const futures = buildFuturesFacts().terms;
const wallets: PaidFrom = {
  balances: [
    buildBalance({ wallet: 'trade', currency: 'BTC', available: '1' }),
    buildBalance({ wallet: 'trade', currency: 'USDT', available: '100' }),
    buildBalance({ wallet: 'main', currency: 'USDT', available: '900' }),
    buildBalance({ wallet: 'futures', currency: 'USDT', available: '50' }),
  ],
  margin: [
    buildCrossAccount({ holdings: [buildMarginHolding({ currency: 'USDT', available: '7' })] }),
    buildCrossAccount({
      id: 'BTC-USDT',
      type: 'isolated',
      symbol: 'BTC-USDT',
      holdings: [buildMarginHolding({ currency: 'BTC', available: '3' })],
    }),
  ],
  missing: [],
};

it('each order type is paid from its own wallet', () => {
  expect(fundsOf('spot', terms, wallets)).toEqual({ base: '1', quote: '100' });
  expect(fundsOf('futures', futures, wallets)).toEqual({ base: null, quote: '50' });
  expect(fundsOf('cross', terms, wallets)).toEqual({ base: '0', quote: '7' });
  expect(fundsOf('isolated', terms, wallets)).toEqual({ base: '3', quote: '0' });
  expect(fundsOf('isolated', { ...terms, symbol: 'ETH-USDT' }, wallets)).toEqual({ base: '0', quote: '0' });
  const hf = buildBalance({ wallet: 'trade_hf', currency: 'BTC', available: '5' });
  expect(fundsOf('spot', terms, { ...wallets, balances: [...(wallets.balances ?? []), hf] })).toEqual({
    base: '5',
    quote: '0',
  });
});

it('an unknown figure is not zero', () => {
  const unknown = { base: null, quote: null };
  expect(fundsOf('spot', terms, { ...wallets, balances: undefined })).toEqual(unknown);
  expect(fundsOf('cross', terms, { ...wallets, margin: undefined })).toEqual(unknown);
  const missing = [{ part: 'the USDT futures wallet', reason: 'down', asOfMs: null }];
  expect(fundsOf('futures', futures, { ...wallets, missing })).toEqual(unknown);
});
