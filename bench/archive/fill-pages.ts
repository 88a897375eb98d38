import type { FoundRow, LineKey, PageCommit } from '#archive/archive-store.ts';
import { noColumns } from '#archive/records/columns.ts';

/** Pages of spot fills as the exchange answers them, for the bench: every id and time differs. */

export const rowsOfPage = 500;
const startMs = 1_700_000_000_000;

function fillOf(index: number): FoundRow {
  const size = `0.${String((index * 7919) % 100_000).padStart(5, '0')}1`;
  return {
    key: `BTC-USDT:${9_007_199_254_000_000 + index}:${'6'.repeat(18)}${index}`,
    timeMs: startMs + index * 15_000,
    columns: {
      ...noColumns,
      price: `${60_000 + (index % 9_000)}.${index % 10}1`,
      size,
      amount: `${index % 6_000}.25`,
      fee: '0.0617',
      symbol: index % 3 === 0 ? 'ETH-USDT' : 'BTC-USDT',
      side: index % 2 === 0 ? 'buy' : 'sell',
      kind: 'spot',
      feeCurrency: 'USDT',
      orderId: `${'6'.repeat(18)}${index}`,
      tradeId: String(9_007_199_254_000_000 + index),
    },
    rest: { liquidity: 'taker', forceTaker: 'true', feeRate: '0.001', stop: '' },
  };
}

/** The page with this number, as a walk commits it. */
export function buildFillPage(line: LineKey, page: number): PageCommit {
  const rows = Array.from({ length: rowsOfPage }, (_, at) => fillOf(page * rowsOfPage + at));
  const text = JSON.stringify({ code: '200000', data: { items: rows } });
  const found = {
    endpoint: 'GET /api/v1/fills',
    request: `{"currentPage":${page}}`,
    text,
    askedAtMs: startMs,
    receivedAtMs: startMs,
    rows,
  };
  return { line, record: 'spot-fills', page: found, read: null };
}
