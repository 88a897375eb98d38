import { useMemo, useState } from 'react';
import { Tabs } from '#ui/table/tabs.tsx';
import { OwnPicture } from '#ui/value/hidden.tsx';
import type { OverseenLine } from '../model/overseen-lines.ts';
import { matrixOf } from '../model/matrix.ts';
import type { Overseen } from '../use-overseen.ts';
import type { OverseerView } from '../use-overseer-view.ts';
import { leftOut } from './chart-data.ts';
import { OverseenBars } from './overseen-bars.tsx';
import { OverseenGroups } from './overseen-groups.tsx';
import { OverseenMatrix } from './overseen-matrix.tsx';
import { OverseenTreemap } from './overseen-treemap.tsx';
import { t } from '#shared/words/t.ts';

const matrixSize = { accounts: 50, coins: 8 };
const treeSize = { accounts: 30, coins: 6 };
const barSize = { accounts: 12, coins: 6 };

interface OverseenChartsProps {
  readonly overseen: Overseen;
  /** the accounts that pass the filters */
  readonly shown: readonly OverseenLine[];
  readonly view: OverseerView;
  readonly chosenId: string | null;
}

/** Who has what, four ways. */
export function OverseenCharts({ overseen, shown, view, chosenId }: OverseenChartsProps) {
  const [tab, setTab] = useState('matrix');
  const { currency } = overseen.valuation;
  const matrix = useMemo(() => matrixOf(shown, matrixSize), [shown]);
  const tree = useMemo(() => matrixOf(shown, treeSize), [shown]);
  const bars = useMemo(() => matrixOf(shown, barSize), [shown]);
  const onCoin = (coin: string | null) => view.setFilter({ ...view.filter, coin });
  const filter = { coin: view.filter.coin, onCoin, onChoose: view.choose };
  const onGroup = (group: string | null) => view.setFilter({ ...view.filter, group });
  const note = leftOut(shown);
  const tabs = [
    {
      id: 'matrix',
      title: t`Matrix`,
      content: <OverseenMatrix matrix={matrix} currency={currency} chosenId={chosenId} {...filter} />,
    },
    {
      id: 'treemap',
      title: t`Treemap`,
      content: (
        <OwnPicture>
          <OverseenTreemap matrix={tree} chosenId={chosenId} {...filter} />
        </OwnPicture>
      ),
    },
    {
      id: 'bars',
      title: t`Bars`,
      content: (
        <OwnPicture>
          <OverseenBars matrix={bars} {...filter} />
        </OwnPicture>
      ),
    },
    {
      id: 'groups',
      title: t`Groups`,
      content: <OverseenGroups overseen={overseen} group={view.filter.group} onGroup={onGroup} />,
    },
  ];
  return (
    <div className="overseer-charts">
      <Tabs
        label={t`Holdings by account`}
        tabs={tabs}
        selectedId={tab}
        onSelect={setTab}
        trailing={note === null ? null : <span className="overseer-left-out">{note}</span>}
      />
    </div>
  );
}
