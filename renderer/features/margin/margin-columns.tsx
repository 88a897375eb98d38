import type { Decimal } from '#shared/decimal.ts';
import type { MarginHolding } from '#shared/domain/account/margin.ts';
import { formatPercent } from '#lib/format.ts';
import { compareAmounts } from '#lib/sorting.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { Chip } from '#ui/value/chip.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
import { DebtRatioBar } from './debt-ratio-bar.tsx';
import {
  byDanger,
  dangerHint,
  dangerOf,
  distanceToLiquidation,
  distanceToWarning,
  type MarginRow,
  statusText,
  valueCurrency,
} from './margin-rows.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

const tones = { calm: 'neutral', warning: 'warning', danger: 'danger', unknown: 'neutral' } as const;
const cents = { minimumDecimals: 2, maximumDecimals: 2 };
const byLastPrices = t`At last prices: the exchange reports no value for a single pair`;

/** Both columns count in points of the ratio: 35.00 % with a line at 97 % leaves 62.00 %. */
function roomColumn(
  head: Pick<Column<MarginRow>, 'key' | 'title' | 'hint' | 'priority'>,
  read: (row: MarginRow) => Decimal | null,
): Column<MarginRow> {
  return decimalColumn({
    ...head,
    width: 72,
    own: 'figure',
    isSummed: false,
    read,
    render: row => {
      const room = read(row);
      if (room === null) return <Unknown reason={t`The limits of margin have not arrived.`} />;
      return <span className="number">{formatPercent(room, cents)}</span>;
    },
  });
}

function worthColumn(
  key: 'assets' | 'debts',
  head: Pick<Column<MarginRow>, 'title' | 'hint' | 'priority'>,
): Column<MarginRow> {
  return decimalColumn({
    ...head,
    key,
    width: 108,
    read: row => row[key],
    format: () => ({ ...cents, unknownReason: t`A price that is needed has not arrived.` }),
  });
}

export const marginColumns: readonly Column<MarginRow>[] = [
  textColumn({
    key: 'account',
    title: t`Account`,
    hint: t`Cross account, or the pair of an isolated account`,
    width: 100,
    leastWidth: 94,
    figure: row => row.title,
    read: row => row.title,
  }),
  textColumn({
    key: 'market',
    title: t`Margin`,
    hint: t`Cross: all pairs share the assets. Isolated: one pair`,
    width: 72,
    priority: 5,
    read: row => (row.symbol === null ? t`Cross` : t`Isolated`),
  }),
  {
    key: 'ratio',
    title: t`Debt ratio`,
    hint: accountHints.debtRatio,
    width: 108,
    leastWidth: 104,
    own: 'figure',
    render: row => <DebtRatioBar row={row} />,
    value: { kind: 'decimal', read: row => row.debtRatio, isSummed: false },
    compare: (a, b) => compareAmounts(a.debtRatio, b.debtRatio),
  },
  roomColumn(
    {
      key: 'warning',
      title: t`To warning`,
      hint: t`How far the debt ratio may rise until the exchange warns`,
      // the distance to liquidation says more, and the buttons need the room beside the ticket
      priority: 2,
    },
    distanceToWarning,
  ),
  roomColumn({ key: 'liquidation', title: t`To liquid.`, hint: accountHints.marginDistance }, distanceToLiquidation),
  {
    key: 'status',
    title: t`Status`,
    hint: t`Status that the exchange reports, and how near liquidation is`,
    width: 120,
    render: row => (
      <Chip
        tone={tones[dangerOf(row)]}
        title={row.status === 'unknown' ? t`The exchange gave a status that Fathom does not know.` : dangerHint(row)}
      >
        {statusText(row)}
      </Chip>
    ),
    value: { kind: 'text', read: statusText },
    compare: (a, b) => byDanger(b, a),
  },
  worthColumn('assets', { title: t`Assets, ${valueCurrency}`, hint: byLastPrices, priority: 3 }),
  worthColumn('debts', { title: t`Debts, ${valueCurrency}`, hint: byLastPrices, priority: 2 }),
];

function amountColumn(
  key: 'total' | 'available' | 'liability' | 'principal' | 'interest',
  head: Pick<Column<MarginHolding>, 'title' | 'hint' | 'priority'>,
): Column<MarginHolding> {
  return decimalColumn({
    ...head,
    key,
    width: 72,
    read: row => row[key],
    unit: row => row.currency,
    format: () => ({ maximumDecimals: 8 }),
  });
}

/** The currencies of one margin account. */
export const holdingColumns: readonly Column<MarginHolding>[] = [
  textColumn({
    key: 'currency',
    title: t`Currency`,
    hint: accountHints.currency,
    width: 76,
    read: row => row.currency,
  }),
  amountColumn('total', { title: t`Total`, hint: accountHints.total, priority: 4 }),
  amountColumn('available', { title: t`Available`, hint: accountHints.available, priority: 3 }),
  amountColumn('liability', { title: t`Liability`, hint: accountHints.liability }),
  amountColumn('principal', { title: t`Principal`, hint: t`Borrowed amount without interest`, priority: 5 }),
  amountColumn('interest', { title: t`Interest`, hint: t`Charged and not yet repaid`, priority: 2 }),
];
