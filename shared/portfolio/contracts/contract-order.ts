import type { ContractRow } from '../rows/contract-row.ts';
import { compareIds, compareStamps } from '../rows/row-order.ts';

const ranks: Readonly<Record<ContractRow['kind'], number>> = {
  position: 0,
  'contract-trade': 1,
  'contract-funding': 2,
};

/** Fills by numeric trade id; both sides of a self-trade share it: buy first. */
function compareTrades(a: ContractRow, b: ContractRow): number {
  if (a.kind !== 'contract-trade' || b.kind !== 'contract-trade') return 0;
  return compareIds(a.tradeId, b.tradeId) || Number(a.side === 'sell') - Number(b.side === 'sell');
}

/** Rows in the order in which positions apply them: time, fills before funding, trade id, stream, id. */
export function orderContractRows(rows: readonly ContractRow[]): readonly ContractRow[] {
  return rows.toSorted(
    (a, b) => a.atMs - b.atMs || ranks[a.kind] - ranks[b.kind] || compareTrades(a, b) || compareStamps(a, b),
  );
}
