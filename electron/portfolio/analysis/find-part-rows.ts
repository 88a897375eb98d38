import type { PortfolioRow, PortfolioRows, PortfolioRowsQuestion } from '#shared/domain/portfolio/portfolio.ts';
import { canonicalCoin } from '#shared/portfolio/rows/coin.ts';
import type { ArchivedRow } from '#archive/archive-store.ts';
import { recordNames } from '#archive/records/columns.ts';
import type { RecordedRows } from '../rows/past-row.ts';
import type { Analysis } from './analyse.ts';
import { type PartRow, partRows } from './parts.ts';

const mostRows = 200;

/** What the exchange calls it: the business type of a booking, side and pair of a fill, the contract of a payment. */
function labelOf(row: ArchivedRow | undefined, bizType: string): string {
  if (row === undefined) return bizType;
  const { kind, side, symbol } = row.columns;
  if (row.columns.tradeId !== null) return [side, symbol].filter(text => text !== null).join(' ');
  return kind ?? symbol ?? bizType;
}

function findRow(past: RecordedRows, { stream, id }: PartRow['movement']): ArchivedRow | undefined {
  const record = recordNames.find(name => name === stream);
  return record === undefined ? undefined : past[record]?.find(({ key }) => key === id);
}

function toRow(past: RecordedRows, { movement, price, value }: PartRow): PortfolioRow {
  const { atMs, account, stream, id, coin, amount, bizType } = movement;
  const label = labelOf(findRow(past, movement), bizType);
  return { atMs, owner: account, record: stream, key: id, label, coin, amount, price, value };
}

/** The archived rows behind a part of what changed, newest first, at most 200 from the place that is asked for. */
export function findPartRows(
  { data, points, waterfall, valuation }: Analysis,
  { part, coin, offset }: Pick<PortfolioRowsQuestion, 'part' | 'coin' | 'offset'>,
): PortfolioRows {
  const wanted = coin === null ? null : canonicalCoin(coin);
  const found = partRows(part, { waterfall, movements: points.movements, valuation })
    .filter(({ movement }) => wanted === null || canonicalCoin(movement.coin) === wanted)
    .toReversed();
  const shown = found.slice(offset, offset + mostRows);
  return { rows: shown.map(row => toRow(data.past, row)), total: found.length };
}
