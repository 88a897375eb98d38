import { memo } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import { isZero } from '#shared/decimal.ts';
import { formatCompact } from '#lib/compact.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { isHidden, ownText } from '#lib/own/privacy.ts';
import { visibleText } from '#shared/visible-text.ts';
import { heatOf, type Matrix, type MatrixLine, othersKey } from '../model/matrix.ts';
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

/** Account by coin, the warmer the more, with totals both ways. A coin's head filters, an account's name shows it. */
export const OverseenMatrix = memo(function OverseenMatrix(props: OverseenMatrixProps) {
  usePrivacy();
  const { matrix, currency, coin, onCoin } = props;
  return (
    <div className="overseer-scroll" tabIndex={0} role="region" aria-label={t`Accounts by coins, in ${currency}`}>
      <table className="overseer-matrix">
        <thead>
          <tr>
            <th scope="col">{t`in ${currency}`}</th>
            {matrix.columns.map(column => (
              <th key={column} scope="col">
                {column === othersKey ? (
                  t`others`
                ) : (
                  <button
                    type="button"
                    className="overseer-link"
                    aria-pressed={coin === column}
                    onClick={() => onCoin(coin === column ? null : column)}
                  >
                    {visibleText(column)}
                  </button>
                )}
              </th>
            ))}
            <th scope="col">{t`Total`}</th>
          </tr>
        </thead>
        <tbody>
          {matrix.lines.map(line => (
            <Line key={line.key} line={line} {...props} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t`Total`}</th>
            {matrix.columns.map((column, index) => (
              <td key={column} className="number">
                <Cell value={matrix.columnTotals[index] ?? '0'} />
              </td>
            ))}
            <td className="number">
              <b>
                <Cell value={matrix.total} />
              </b>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
});

function Line({ line, matrix, chosenId, onChoose }: OverseenMatrixProps & { readonly line: MatrixLine }) {
  const isOthers = line.key === othersKey;
  // a colour tells how much there is
  const isPlain = isOthers || isHidden('figure');
  return (
    <tr className={line.key === chosenId ? 'overseer-matrix-chosen' : undefined}>
      <th scope="row">
        {isOthers ? (
          line.name
        ) : (
          <button type="button" className="overseer-link" onClick={() => onChoose(line.key)}>
            {visibleText(line.name)}
          </button>
        )}
      </th>
      {line.cells.map((cell, index) => (
        <td
          key={matrix.columns[index]}
          className={`number overseer-heat-${isPlain ? 0 : heatOf(cell, matrix.largest)}`}
          title={ownText(cell)}
        >
          <Cell value={cell} />
        </td>
      ))}
      <td className="number">
        <Cell value={line.total} />
      </td>
    </tr>
  );
}

/** Nothing is left empty: in a table of many zeros the eye must find what is there. */
function Cell({ value }: { readonly value: Decimal }) {
  return isZero(value) ? <span className="overseer-quiet">0</span> : ownText(formatCompact(value));
}
