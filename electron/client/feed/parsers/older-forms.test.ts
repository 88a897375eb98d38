import { expect, it } from 'vitest';
import { frame, valueOf } from './testing/parse.ts';

const balance = {
  currency: 'BTC',
  total: '1',
  available: '1',
  hold: '0',
  relationEvent: 'trade.setted',
  time: '1700000000000',
};

it('older forms: reads a balance that does not name its account', () => {
  expect(valueOf('spot.balances', frame('/account/balance', 'account.balance', balance))).toMatchObject({
    accountId: null,
    currency: 'BTC',
    total: '1',
  });
});

it.each([
  [
    'spot.ticker',
    '/market/ticker:S',
    'trade.ticker',
    { price: '1', size: '1', bestAsk: '2', bestAskSize: '1', time: 5 },
  ],
  ['spot.tickers', '/market/ticker:all', 'S', { price: '1', size: '1', bestAsk: '2', bestAskSize: '1', time: 5 }],
  ['futures.ticker', '/contractMarket/tickerV2:S', 'tickerV2', { bestAskPrice: '2', bestAskSize: 1, ts: 5 }],
] as const)('older forms: reads a %s without a message count', (kind, topic, subject, data) => {
  expect(valueOf(kind, frame(topic, subject, data))).toMatchObject({ symbol: 'S', sequence: null, ask: ['2', '1'] });
});

it('older forms: takes the symbol of 24 h statistics from the topic when the figures omit it', () => {
  const spot = frame('/market/snapshot:S', 'trade.snapshot', { data: { lastTradedPrice: 1, datetime: 5 } });
  expect(valueOf('spot.snapshot', spot)).toMatchObject({ symbol: 'S', lastPrice: '1' });
  const futures = frame('/contractMarket/snapshot:S', 'snapshot.24h', { lastPrice: 1, ts: 5 });
  expect(valueOf('futures.snapshot', futures)).toMatchObject({ symbol: 'S', lastPrice: '1' });
});
