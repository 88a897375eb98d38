import type { Decimal } from '#shared/decimal.ts';
import type { StressCell, StressRow } from '#shared/risk/stress-test.ts';
import { isHidden } from '#lib/own/privacy.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import type { Column } from '#ui/table/column.ts';
import type { ExportKind, TableViews } from '#ui/table/view/table-views.ts';
import { valueCurrency } from '../model/prices.ts';
import { t } from '#shared/words/t.ts';

/** One move of one row: a line of a file. */
interface ShockRecord extends Omit<StressCell, 'liquidated' | 'worst'> {
  readonly coin: string;
  readonly worstRatio: Decimal | null;
  readonly worst: string;
  /** the key of exported files, so it stays */
  readonly gone: string;
}

/** The values of a row as they are exported. */
export function recordsOf({ coin, cells }: StressRow): readonly ShockRecord[] {
  return cells.map(({ liquidated, worst, ...cell }) => ({
    ...cell,
    coin: coin ?? t`All coins`,
    worstRatio: worst?.ratio ?? null,
    worst: worst?.unit.name ?? '',
    gone: liquidated.map(({ name }) => name).join(', '),
  }));
}

const text = (key: 'coin' | 'worst' | 'gone', title: string): Column<ShockRecord> => ({
  key,
  title,
  hint: '',
  width: 0,
  render: () => null,
  value: { kind: 'text', read: record => record[key] },
});
const figure = (
  key: 'by' | 'value' | 'change' | 'worstRatio' | 'nearest',
  title: string,
  unit?: string,
): Column<ShockRecord> => ({
  key,
  title,
  hint: '',
  width: 0,
  render: () => null,
  value: { kind: 'decimal', read: record => record[key], ...(unit === undefined ? {} : { unit: () => unit }) },
});

const fileColumns: readonly Column<ShockRecord>[] = [
  text('coin', t`Coin`),
  figure('by', t`Price move`),
  figure('value', t`Value`, valueCurrency),
  figure('change', t`Net change`, valueCurrency),
  figure('worstRatio', t`Worst margin ratio`),
  text('worst', t`Worst`),
  text('gone', t`Liquidated`),
  figure('nearest', t`Next liquidation at a further`),
];

/** Writes the shock table into a file and says where it lies: a line for each move of each row. */
export async function saveStressTest(
  save: TableViews['save'],
  kind: ExportKind,
  rows: readonly StressRow[],
): Promise<void> {
  const { toCsv, toJson } = await import('#ui/table/view/export-rows.ts');
  const write = kind === 'csv' ? toCsv : toJson;
  const outcome = await save('risk-shocks', kind, write(fileColumns, rows.flatMap(recordsOf), Date.now()));
  if ('error' in outcome) showToast('warning', outcome.error);
  else
    showToast(
      'neutral',
      isHidden()
        ? t`Written to ${outcome.file}. It holds the figures that the screen hides.`
        : t`Written to ${outcome.file}.`,
      { isStaying: true },
    );
}
