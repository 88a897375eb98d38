import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';

describe('the catalogue', () => {
  it('holds the weights and pools of docs/exchange/endpoints.md', () => {
    const facts = Object.values(catalogue)
      .filter(({ source }) => source === 'document')
      .map(({ method, path, pool, weight }) => `${method} ${path} ${pool} ${weight}`);
    expect(facts.toSorted()).toEqual([
      'DELETE /api/v3/hf/margin/orders spot 10',
      'GET /api/v1/base-fee spot 3',
      'GET /api/v1/contracts/risk-limit/{symbol} futures 5',
      'GET /api/v1/contracts/{symbol} public 3',
      'GET /api/v1/hist-withdrawals management 20',
      'GET /api/v1/limit/fills spot 20',
      'GET /api/v1/market/orderbook/level2_100 public 4',
      'GET /api/v1/market/orderbook/level2_20 public 2',
      'GET /api/v1/orders spot 2',
      'GET /api/v1/recentDoneOrders futures 5',
      'GET /api/v1/stop-order spot 8',
      'GET /api/v1/stopOrders futures 6',
      'GET /api/v1/ticker public 2',
      'GET /api/v2/sub-accounts management 20',
      'GET /api/v2/sub/user management 20',
      'GET /api/v3/currencies/{currency} public 3',
      'GET /api/v3/hf/margin/fills spot 5',
      'GET /api/v3/hf/margin/orders/active spot 4',
      'POST /api/v1/hf/orders/multi spot 1',
      'POST /api/v1/hf/orders/multi/sync spot 1',
      'POST /api/v1/position/margin/deposit-margin futures 4',
    ]);
  });

  it('marks every call that needs a right as signed', () => {
    const open = Object.entries(catalogue).flatMap(([name, { permission }]) => (permission === 'none' ? [name] : []));
    expect(open.toSorted()).toEqual([
      'futures.book',
      'futures.bulletPublic',
      'futures.candles',
      'futures.contract',
      'futures.contracts',
      'futures.currentFunding',
      'futures.fundingRates',
      'futures.ticker',
      'futures.time',
      'futures.trades',
      'margin.config',
      'margin.isolatedSymbols',
      'margin.symbols',
      'spot.allTickers',
      'spot.book100',
      'spot.book20',
      'spot.bulletPublic',
      'spot.candles',
      'spot.currencies',
      'spot.currency',
      'spot.symbols',
      'spot.time',
      'spot.trades',
    ]);
  });
});
