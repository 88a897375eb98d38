import { describe, expect, it } from 'vitest';
import { windowMs } from './limits.ts';
import { openFakeExchange } from './testing/fake-exchange.ts';

/** docs/exchange/endpoints.md: the rows of §2, §3, §4.1 and §6 beyond the document's own, with the right that each needs. */
const rows = [
  ['GET', '/api/v3/currencies', 'public', 3, null],
  ['GET', '/api/v3/currencies/BTC', 'public', 3, null],
  ['GET', '/api/v1/hist-withdrawals', 'management', 20, 'General'],
  ['GET', '/api/v1/withdrawals', 'management', 20, 'General'],
  ['GET', '/api/v1/withdrawals/quotas', 'management', 20, 'General'],
  ['GET', '/api/v1/withdrawals/x1', 'management', 20, 'General'],
  ['POST', '/api/v3/withdrawals', 'management', 5, 'Transfer'],
  ['DELETE', '/api/v1/withdrawals/x1', 'management', 20, 'Transfer'],
  ['GET', '/api/v1/deposits', 'management', 5, 'General'],
  ['GET', '/api/v1/hist-deposits', 'management', 5, 'General'],
  ['GET', '/api/v3/deposit-addresses', 'management', 5, 'General'],
  ['GET', '/api/v2/deposit-addresses', 'management', 5, 'General'],
  ['GET', '/api/v1/deposit-addresses', 'management', 5, 'General'],
  ['POST', '/api/v2/accounts/inner-transfer', 'management', 15, 'InnerTransfer'],
  ['GET', '/api/v1/sub-accounts/x1', 'management', 15, 'General'],
  ['GET', '/api/v3/hf/margin/account/ledgers', 'spot', 2, 'General'],
  ['POST', '/api/v3/deposit-address/create', 'management', 20, 'General'],
  ['GET', '/api/v1/hf/accounts/opened', 'spot', 30, 'General'],
  ['GET', '/api/v2/user-info', 'management', 20, 'General'],
  ['GET', '/api/v1/markets', 'public', 3, null],
  ['GET', '/api/v1/accounts/x1', 'management', 5, 'General'],
  ['GET', '/api/v1/accounts/transferable', 'management', 20, 'General'],
  ['POST', '/api/v3/accounts/universal-transfer', 'management', 4, 'InnerTransfer'],
  ['GET', '/api/v1/accounts/ledgers', 'management', 2, 'General'],
  ['GET', '/api/v1/hf/accounts/ledgers', 'spot', 2, 'General'],
  ['GET', '/api/v1/trade-fees', 'spot', 3, 'General'],
  ['POST', '/api/v1/hf/orders/sync', 'spot', 1, 'Spot'],
  ['POST', '/api/v1/hf/orders/test', 'spot', 1, 'Spot'],
  ['POST', '/api/v1/hf/orders/alter', 'spot', 1, 'Spot'],
  ['DELETE', '/api/v1/hf/orders', 'spot', 2, 'Spot'],
  ['DELETE', '/api/v1/hf/orders/cancelAll', 'spot', 30, 'Spot'],
  ['DELETE', '/api/v1/hf/orders/cancel/x1', 'spot', 2, 'Spot'],
  ['DELETE', '/api/v1/hf/orders/sync/x1', 'spot', 1, 'Spot'],
  ['DELETE', '/api/v1/hf/orders/sync/client-order/x', 'spot', 1, 'Spot'],
  ['GET', '/api/v1/hf/orders/active', 'spot', 2, 'General'],
  ['GET', '/api/v1/hf/orders/active/page', 'spot', 2, 'General'],
  ['GET', '/api/v1/hf/orders/active/symbols', 'spot', 2, 'Spot'],
  ['GET', '/api/v1/hf/orders/done', 'spot', 2, 'General'],
  ['GET', '/api/v1/hf/fills', 'spot', 2, 'General'],
  ['POST', '/api/v1/hf/orders/dead-cancel-all', 'spot', 2, 'Spot'],
  ['GET', '/api/v1/hf/orders/dead-cancel-all/query', 'spot', 2, 'Spot'],
  ['POST', '/api/v1/orders', 'spot', 2, 'Spot'],
  ['POST', '/api/v1/orders/test', 'spot', 2, 'Spot'],
  ['POST', '/api/v1/orders/multi', 'spot', 3, 'Spot'],
  ['DELETE', '/api/v1/orders', 'spot', 20, 'Spot'],
  ['GET', '/api/v1/orders/x1', 'spot', 2, 'General'],
  ['DELETE', '/api/v1/orders/x1', 'spot', 3, 'Spot'],
  ['GET', '/api/v1/order/client-order/x', 'spot', 3, 'General'],
  ['DELETE', '/api/v1/order/client-order/x', 'spot', 3, 'Spot'],
  ['GET', '/api/v1/limit/orders', 'spot', 3, 'General'],
  ['GET', '/api/v1/fills', 'spot', 10, 'General'],
  ['POST', '/api/v3/oco/order', 'spot', 2, 'Spot'],
  ['GET', '/api/v3/oco/order/x1', 'spot', 2, 'General'],
  ['GET', '/api/v3/oco/order/details/x1', 'spot', 2, 'General'],
  ['GET', '/api/v3/oco/client-order/x', 'spot', 2, 'General'],
  ['GET', '/api/v3/oco/orders', 'spot', 2, 'General'],
  ['DELETE', '/api/v3/oco/order/x1', 'spot', 3, 'Spot'],
  ['DELETE', '/api/v3/oco/client-order/x', 'spot', 3, 'Spot'],
  ['DELETE', '/api/v3/oco/orders', 'spot', 3, 'Spot'],
] as const;

describe('endpoints of accounts and spot orders', () => {
  it('charge the weights of docs/exchange/endpoints.md', async () => {
    const limits = { spot: 1001, futures: 1002, management: 1003, public: 1004 };
    const exchange = await openFakeExchange('document', limits);
    for (const [method, target, pool, weight] of rows) {
      exchange.time.nowMs += windowMs;
      const { headers } = await exchange.call({ method, target, as: 'treasurer' });
      const charged = Number(headers.get('gw-ratelimit-limit')) - Number(headers.get('gw-ratelimit-remaining'));
      expect([method, target, headers.get('gw-ratelimit-limit'), charged]).toEqual([
        method,
        target,
        String(limits[pool]),
        weight,
      ]);
    }
    await exchange.server.close();
  });

  it('require a signature, and the right of each', async () => {
    const exchange = await openFakeExchange('document');
    for (const [method, target, , , right] of rows) {
      exchange.time.nowMs += windowMs;
      const anybody = await exchange.call({ method, target, as: null });
      const viewer = await exchange.call({ method, target, as: 'viewer' });
      const dealer = await exchange.call({ method, target, as: 'dealer' });
      const seen = [anybody, viewer, dealer].map(({ json, status }) => [status, member(json)].join(' '));
      const refused = { anybody: '400 400001', right: '403 400007' };
      expect([target, seen[0] === refused.anybody]).toEqual([target, right !== null]);
      expect([target, seen[1] === refused.right]).toEqual([target, right !== null && right !== 'General']);
      expect([target, seen[2] === refused.right]).toEqual([target, right !== null && right !== 'Spot']);
    }
    await exchange.server.close();
  });
});

function member(json: unknown): string {
  return typeof json === 'object' && json !== null && 'code' in json ? String(json.code) : '';
}
