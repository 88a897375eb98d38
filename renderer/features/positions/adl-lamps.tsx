import { Unknown } from '#ui/value/number-cell.tsx';
import type { Decimal } from '#shared/decimal.ts';
import { adlLamps } from './position-risk.ts';
import './positions.css';
import { t } from '#shared/words/t.ts';

/** Five lamps: the more are lit, the earlier this position is reduced when a counterparty cannot pay. */
export function AdlLamps({ percentile }: { readonly percentile: Decimal | null }) {
  const lit = adlLamps(percentile);
  if (lit === null) return <Unknown />;
  return (
    <span className="adl" role="img" aria-label={t`${lit} of 5`} title={t`${lit} of 5 (${percentile ?? ''})`}>
      {[1, 2, 3, 4, 5].map(lamp => (
        <span key={lamp} className={lamp <= lit ? `adl-lamp adl-lamp-${lit >= 4 ? 'hot' : 'lit'}` : 'adl-lamp'} />
      ))}
    </span>
  );
}
