import { visibleText } from '#shared/visible-text.ts';
import { type Matrix, othersKey } from '../model/matrix.ts';
import { colourOf } from './chart-data.ts';
import { t } from '#shared/words/t.ts';

interface CoinLegendProps extends Pick<Matrix, 'columns'> {
  /** the coin that is filtered by */
  readonly coin: string | null;
  readonly onCoin: (coin: string | null) => void;
}

/** The meaning of each colour; a click filters by that coin, and another shows all again. */
export function CoinLegend({ columns, coin, onCoin }: CoinLegendProps) {
  return (
    <ul className="overseer-legend" aria-label={t`Filter by coin`}>
      {columns.map((column, index) => {
        const className = `overseer-key overseer-colour-${colourOf(columns, index)}`;
        return (
          <li key={column}>
            {column === othersKey ? (
              <span className={className}>{t`others`}</span>
            ) : (
              <button
                type="button"
                className={className}
                aria-pressed={coin === column}
                onClick={() => onCoin(coin === column ? null : column)}
              >
                {visibleText(column)}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
