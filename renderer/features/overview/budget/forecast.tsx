import { useState } from 'react';
import type { HealthReport } from '#shared/domain/health.ts';
import type { PoolStatus, ReadCosts } from '#shared/domain/link.ts';
import { Select } from '#ui/form/input.tsx';
import { addedBy, type ScreenRead, declaredTotal } from '../model/panel-costs.ts';
import { addWeights, totalWeight } from '../model/weights.ts';
import { poolsText, shareText } from '../model/weight-text.ts';
import type { PanelTitles } from './panel-titles.ts';
import { panelPlans, plannedOf } from './planned-reads.ts';
import { t } from '#shared/words/t.ts';

interface ForecastProps {
  readonly panels: PanelTitles;
  readonly asked: readonly ScreenRead[];
  readonly costs: ReadCosts;
  readonly lists: HealthReport['lists'];
  readonly pools: readonly PoolStatus[];
}

/** What one more panel would cost about, while no feed pushes what it shows. */
export function Forecast({ panels, asked, costs, lists, pools }: ForecastProps) {
  const open = new Set(asked.flatMap(each => [...each.panels]));
  const others = Object.keys(panelPlans).filter(panel => !open.has(panel));
  const [chosen, setChosen] = useState<string | null>(null);
  const addedOf = (name: string) => addedBy(plannedOf(name, costs, lists), asked);
  const [dearest = null] = others.toSorted((a, b) => totalWeight(addedOf(b)) - totalWeight(addedOf(a)));
  const panel = chosen !== null && others.includes(chosen) ? chosen : dearest;
  if (panel === null) return null;
  const added = addedOf(panel);
  const after = addWeights([declaredTotal(asked), added]);
  const fullest = pools
    .map(({ pool, limit }) => ({ pool, used: after[pool], most: limit * 2 }))
    .toSorted((a, b) => b.used / b.most - a.used / a.most)[0];
  return (
    <p className="overview-forecast" aria-live="polite">
      {t`If I open`}{' '}
      <Select
        label={t`Panel to open`}
        value={panel}
        options={others.map(each => ({ value: each, label: panels[each] ?? each }))}
        onChange={setChosen}
      />{' '}
      {totalWeight(added) === 0
        ? t`nothing more is asked for: what it shows is on the screen or pushed.`
        : t`about ${poolsText(added)} a minute more while nothing of it is pushed`}
      {totalWeight(added) === 0 || fullest === undefined
        ? ''
        : t`; the fullest pool is then ${fullest.pool} with ${shareText(fullest.used, fullest.most)}.`}
    </p>
  );
}
