import type { MarketScope } from './listed-market.ts';
import { t } from '#shared/words/t.ts';

const scopes: readonly { readonly scope: MarketScope; readonly text: string; readonly label: string }[] = [
  { scope: 'all', text: t`All`, label: t`All markets` },
  { scope: 'favourites', text: '★', label: t`Favourites` },
  { scope: 'spot', text: t`Spot`, label: t`Spot pairs` },
  { scope: 'futures', text: t`Futures`, label: t`Futures contracts` },
];

interface MarketScopesProps {
  readonly scope: MarketScope;
  readonly onChoose: (scope: MarketScope) => void;
}

/** Which markets are listed. */
export function MarketScopes({ scope, onChoose }: MarketScopesProps) {
  return (
    <div className="market-scopes" role="group" aria-label={t`Which markets`}>
      {scopes.map(each => (
        <button
          key={each.scope}
          type="button"
          className="market-scope"
          aria-pressed={each.scope === scope}
          aria-label={each.label}
          title={each.label}
          onClick={() => onChoose(each.scope)}
        >
          {each.text}
        </button>
      ))}
    </div>
  );
}
