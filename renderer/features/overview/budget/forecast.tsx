import { useState } from 'react';
import type { HealthReport } from '#shared/domain/health.ts';
import type { PoolStatus, ReadCosts } from '#shared/domain/link.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { Select } from '#ui/form/input.tsx';
import { addedBy, type ScreenRead, declaredTotal } from '../model/panel-costs.ts';
import { addWeights, totalWeight } from '../model/weights.ts';
import { poolsText, shareText } from '../model/weight-text.ts';
import type { PanelTitles } from './panel-titles.ts';
import { isByVenue, panelPlans, planOf, plannedOf, type WatchedFeed } from './planned-reads.ts';
import { t } from '#shared/words/t.ts';

interface ForecastProps {
  readonly panels: PanelTitles;
  readonly reads: readonly ScreenRead[];
  readonly costs: ReadCosts;
  readonly lists: HealthReport['lists'];
  readonly pools: readonly PoolStatus[];
}

const venues = [
  { value: 'spot', label: t`spot` },
  { value: 'futures', label: t`futures` },
] as const;

const feedWords: Readonly<Record<WatchedFeed, string>> = {
  book: t`order book`,
  trades: t`trades`,
  candles: t`candles`,
  prices: t`prices`,
  tickers: t`24 hours of all markets`,
};

/** What one more panel would cost about, while no feed pushes what it shows, and which feeds it takes once they do. */
export function Forecast({ panels, reads, costs, lists, pools }: ForecastProps) {
  const open = new Set(reads.flatMap(each => [...each.panels]));
  const others = Object.keys(panelPlans).filter(panel => !open.has(panel));
  const [chosen, setChosen] = useState<string | null>(null);
  const [venue, setVenue] = useState<Venue>('spot');
  const addedOf = (name: string) => addedBy(plannedOf(name, { venue, costs, lists }), reads);
  const [dearest = null] = others.toSorted((a, b) => totalWeight(addedOf(b)) - totalWeight(addedOf(a)));
  const panel = chosen !== null && others.includes(chosen) ? chosen : dearest;
  if (panel === null) return null;
  const added = addedOf(panel);
  const after = addWeights([declaredTotal(reads), added]);
  const fullest = pools
    .map(({ pool, limit }) => ({ pool, used: after[pool], most: limit * 2 }))
    .toSorted((a, b) => b.used / b.most - a.used / a.most)[0];
  const feeds = planOf(panel, venue)?.feeds ?? [];
  return (
    <p className="overview-forecast" aria-live="polite">
      {t`If I open`}{' '}
      <Select
        label={t`Panel to open`}
        value={panel}
        options={others.map(each => ({ value: each, label: panels[each] ?? each }))}
        onChange={setChosen}
      />{' '}
      {isByVenue(panel) ? <Select<Venue> label={t`Venue`} value={venue} options={venues} onChange={setVenue} /> : null}{' '}
      {totalWeight(added) === 0
        ? t`no more requests: its data is already loaded or pushed.`
        : t`about ${poolsText(added)} more per minute while nothing is pushed`}
      {totalWeight(added) === 0 || fullest === undefined
        ? ''
        : t`; the fullest pool is then ${fullest.pool} with ${shareText(fullest.used, fullest.most)}.`}
      {feeds.length === 0 ? '' : ` ${t`Pushed by the feed of: ${feeds.map(feed => feedWords[feed]).join(', ')}.`}`}
    </p>
  );
}
