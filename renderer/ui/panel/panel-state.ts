import type { Freshness } from '#lib/age.ts';
import type { PanelRead } from './panel-read.ts';

/** How a panel's data are, in the one word that its chip says; null: fresh, and there is no feed to speak of. */
export type PanelState = 'live' | 'polled' | 'late' | 'stale' | null;

interface PanelFacts extends Pick<PanelRead<unknown>, 'error' | 'feed'> {
  readonly freshness: Freshness;
  /** the data is known to be stale, whatever its time says */
  readonly isOld?: boolean | undefined;
}

/** The one place that judges a panel: its chip says the word, and what is stale is dimmed. */
export function panelState({ error, feed, freshness, isOld = false }: PanelFacts): PanelState {
  if (isOld || error !== null) return 'stale';
  return freshness === 'fresh' ? (feed?.state ?? null) : freshness;
}
