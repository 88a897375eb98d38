import type { Failure } from '#shared/errors.ts';
import type { PanelFeed } from './panel-read.ts';
import { panelState } from './panel-state.ts';
import { stateLabels, useDataAge } from './shell/feed-chip.tsx';
import { useFreshness } from './use-freshness.ts';
import { t } from '#shared/words/t.ts';

export interface AgeChipProps {
  /** null = nothing has been read yet */
  readonly asOfMs: number | null;
  /** null = read once, does not age */
  readonly intervalMs: number | null;
  readonly cost?: { readonly pool: string; readonly weight: number } | null | undefined;
  readonly feed?: PanelFeed | null | undefined;
  /** why the last read failed */
  readonly error?: Failure | null | undefined;
  readonly isOld?: boolean | undefined;
  /** which lists of the exchange it comes from, as sentences */
  readonly sources?: string | null | undefined;
}

/** How old what is shown is, and how it comes. Amber after three missed intervals, red after ten; the word says it too. */
export function AgeChip(props: AgeChipProps) {
  const { asOfMs, intervalMs, feed = null, error = null, isOld, sources = null } = props;
  const freshness = useFreshness(asOfMs, intervalMs);
  const ageText = useDataAge(() => asOfMs, freshness);
  if (asOfMs === null || intervalMs === null) return null;
  const word = panelState({ error, feed, freshness, isOld });
  const how = describe(intervalMs, props.cost, feed);
  return (
    <span
      className={`age age-${word === 'stale' ? 'stale' : freshness}`}
      title={sources === null ? how : `${how}\n${sources}`}
    >
      {word === null ? null : (
        <span className={word === 'live' ? 'age-word age-live' : 'age-word'}>{stateLabels[word]}</span>
      )}
      {word === 'live' ? null : ageText}
    </span>
  );
}

function describe(intervalMs: number, cost: AgeChipProps['cost'], feed: AgeChipProps['feed']): string {
  const price =
    cost === null || cost === undefined ? t`costs nothing` : t`costs ${cost.weight} of the ${cost.pool} pool each time`;
  const interval = intervalMs < 60_000 ? `${intervalMs / 1000} s` : t`${intervalMs / 60_000} min`;
  const rule = t`Amber after 3 missed reads, red after 10.`;
  if (feed?.state === 'live') return t`Pushed by the exchange, checked every ${interval}; a check ${price}. ${rule}`;
  const reason = feed?.detail === null || feed?.detail === undefined ? '' : t` Not pushed: ${feed.detail}`;
  return t`Read every ${interval}; ${price}. ${rule}${reason}`;
}
