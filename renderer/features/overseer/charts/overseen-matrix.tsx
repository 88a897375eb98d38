import { memo, useMemo } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import { isZero, sum } from '#shared/decimal.ts';
import { formatCompact } from '#lib/compact.ts';
import type { Column } from '#ui/table/column.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { isHidden, ownText } from '#lib/own/privacy.ts';
import { ownName } from '#lib/own/own-name.ts';
import { columnTotal, heatOf, type Matrix, type MatrixLine, othersKey } from '../model/matrix.ts';
import { accountTransfer } from '../table/transfer-menu.ts';
import { coinOfColumn, matrixColumns } from './matrix-columns.tsx';
import { t } from '#shared/words/t.ts';

interface OverseenMatrixProps {
  readonly matrix: Matrix;
  readonly currency: string;
  readonly chosenId: string | null;
  /** the coin that is filtered by */
  readonly coin: string | null;
  readonly onChoose: (userId: string) => void;
  readonly onCoin: (coin: string | null) => void;
}

const lineKey = ({ key }: MatrixLine) => key;

/** Account by coin, the warmer the more, with totals both ways. A coin's head filters, an account's name shows it. */
export const OverseenMatrix = memo(function OverseenMatrix(props: OverseenMatrixProps) {
  const { matrix, currency } = props;
  const coins = matrix.columns;
  const columns = useMemo(() => matrixColumns(coins, currency), [coins, currency]);
  return (
    <ViewedTable
      tableId="account-matrix"
      label={t`Accounts by coins, in ${currency}`}
      columns={columns}
      rows={matrix.lines}
      rowKey={lineKey}
      idOf={lineKey}
      menu={line => menuOf(line, coins)}
      renderRows={(shown, lines) => <Grid {...props} shown={shown} lines={lines} />}
    />
  );
});

/** The line of all other accounts is no account. */
function menuOf({ key, cells }: MatrixLine, columns: readonly string[]) {
  if (key === othersKey) return [];
  const coins = columns.flatMap((coin, index) =>
    coin === othersKey ? [] : [{ coin, value: cells[index] ?? '0', wallets: {} }],
  );
  return [[accountTransfer({ userId: key, coins })]];
}

interface GridProps extends OverseenMatrixProps {
  /** those that are chosen, in their order */
  readonly shown: readonly Column<MatrixLine>[];
  readonly lines: readonly MatrixLine[];
}

function Grid(props: GridProps) {
  usePrivacy();
  const { matrix, currency, shown, lines } = props;
  return (
    <div className="overseer-scroll" tabIndex={0} role="region" aria-label={t`Accounts by coins, in ${currency}`}>
      <table className="overseer-matrix">
        <thead>
          <tr>
            {shown.map(column => (
              <Head key={column.key} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr
              key={line.key}
              data-row-key={line.key}
              className={line.key === props.chosenId ? 'overseer-matrix-chosen' : undefined}
            >
              {shown.map(column => (
                <LineCell key={column.key} line={line} column={column} {...props} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {shown.map(column => (
              <TotalCell key={column.key} column={column} matrix={matrix} lines={lines} />
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface OfColumn {
  readonly column: Column<MatrixLine>;
}

function Head({ column, currency, coin, onCoin }: GridProps & OfColumn) {
  const own = coinOfColumn(column);
  if (column.key === 'name') return <th scope="col">{t`in ${currency}`}</th>;
  if (own === null || own === othersKey)
    return (
      <th scope="col" title={column.hint}>
        {column.title}
      </th>
    );
  return (
    <th scope="col" title={column.hint}>
      <button
        type="button"
        className="overseer-link"
        aria-pressed={coin === own}
        onClick={() => onCoin(coin === own ? null : own)}
      >
        {column.title}
      </button>
    </th>
  );
}

function LineCell({ line, column, matrix, onChoose }: GridProps & OfColumn & { readonly line: MatrixLine }) {
  const isOthers = line.key === othersKey;
  const coin = coinOfColumn(column);
  if (column.key === 'name')
    return (
      <th scope="row">
        {isOthers ? (
          line.name
        ) : (
          <button type="button" className="overseer-link" onClick={() => onChoose(line.key)}>
            {ownName(line.name)}
          </button>
        )}
      </th>
    );
  const value = coin === null ? line.total : (line.cells[matrix.columns.indexOf(coin)] ?? '0');
  // a colour shows the amount
  const heat = coin === null || isOthers || isHidden('figure') ? 0 : heatOf(value, matrix.largest);
  return (
    <td className={`number overseer-heat-${heat}`} title={ownText(value)}>
      <Cell value={value} />
    </td>
  );
}

function TotalCell({ column, matrix, lines }: Pick<GridProps, 'matrix' | 'lines'> & OfColumn) {
  const coin = coinOfColumn(column);
  if (column.key === 'name') return <th scope="row">{t`Total`}</th>;
  if (coin === null)
    return (
      <td className="number">
        <b>
          <Cell value={sum(lines.map(({ total }) => total))} />
        </b>
      </td>
    );
  return (
    <td className="number">
      <Cell value={columnTotal(lines, matrix.columns.indexOf(coin))} />
    </td>
  );
}

/** Nothing is left empty: in a table of many zeros the eye must find what is there. */
function Cell({ value }: { readonly value: Decimal }) {
  return isZero(value) ? <span className="overseer-quiet">{ownText('0')}</span> : ownText(formatCompact(value));
}
