import type { ExploredRow } from '../explore.ts';

/** A spot fill. */
export function buildExploredRow(change: Partial<ExploredRow> = {}): ExploredRow {
  return {
    record: 'spot-fills',
    key: 'BTC-USDT 1 o1',
    stream: 'spot-fills',
    version: 1,
    createdAtMs: 1_700_000_000_000,
    changedAtMs: 1_700_000_060_000,
    symbol: 'BTC-USDT',
    currency: null,
    wallet: 'spot',
    kind: 'trade',
    side: 'buy',
    status: null,
    price: '60000',
    size: '0.1',
    amount: '6000',
    fee: '6.2',
    balance: null,
    feeCurrency: 'USDT',
    orderId: 'o1',
    tradeId: '1',
    rest: { liquidity: 'taker', feeRate: '0.001' },
    feeAudit: null,
    ...change,
  };
}
