import { visibleText } from '#shared/visible-text.ts';
import { formatCompact } from '#lib/compact.ts';
import { ownText } from '#lib/own/privacy.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';
import { type MatrixLine, othersKey } from '../model/matrix.ts';

const coinMark = 'coin:';

/** The coin of a column, or {@link othersKey}; null: it is of no coin. */
export function coinOfColumn({ key }: Pick<Column<MatrixLine>, 'key'>): string | null {
  return key.startsWith(coinMark) ? key.slice(coinMark.length) : null;
}

/** What filters, files and the choice of columns know of the matrix: `coins` as they stand in its lines. */
export function matrixColumns(coins: readonly string[], currency: string): readonly Column<MatrixLine>[] {
  const valueColumn = (key: string, title: string, read: (line: MatrixLine) => MatrixLine['total']) =>
    decimalColumn<MatrixLine>({
      key,
      title,
      hint: t`Value at the last market prices, in ${currency}`,
      width: 66,
      read,
      unit: () => currency,
      render: line => ownText(formatCompact(read(line))),
    });
  return [
    textColumn({
      key: 'name',
      own: 'figure',
      title: t`Sub-account`,
      hint: accountHints.subAccount,
      width: 96,
      read: ({ name }) => name,
    }),
    ...coins.map((coin, index) =>
      valueColumn(
        `${coinMark}${coin}`,
        coin === othersKey ? t`others` : visibleText(coin),
        ({ cells }) => cells[index] ?? '0',
      ),
    ),
    valueColumn('total', t`Total`, ({ total }) => total),
  ];
}
