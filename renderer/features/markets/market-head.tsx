import type { MarketSort } from './listed-market.ts';
import { t } from '#shared/words/t.ts';

const columns: readonly { readonly sort: MarketSort; readonly text: string; readonly hint: string }[] = [
  { sort: 'price', text: t`Last`, hint: t`Last price` },
  { sort: 'change', text: '24 h', hint: t`Change over the last 24 hours` },
  { sort: 'turnover', text: t`Turnover`, hint: t`Turnover of the last 24 hours, in the currency of the price` },
];

interface MarketHeadProps {
  readonly sort: MarketSort | null;
  readonly onSort: (sort: MarketSort | null) => void;
}

/** The columns; a press sorts by one, the largest first, and another press returns to the usual order. */
export function MarketHead({ sort, onSort }: MarketHeadProps) {
  return (
    <div className="market market-head">
      <span className="market-star" />
      <span className="market-name">{t`Market`}</span>
      {columns.map(column => (
        <button
          key={column.sort}
          type="button"
          className={`market-sort market-${column.sort}`}
          aria-pressed={column.sort === sort}
          title={t`${column.hint}; press to sort`}
          onClick={() => onSort(column.sort === sort ? null : column.sort)}
        >
          {column.sort === sort ? '▾ ' : ''}
          {column.text}
        </button>
      ))}
    </div>
  );
}
