import { useMemo, useState } from 'react';
import { Tabs } from '#ui/table/tabs.tsx';
import type { DeskLine } from '../model/desk-lines.ts';
import { matrixOf } from '../model/matrix.ts';
import type { Desk } from '../use-desk.ts';
import type { DeskView } from '../use-desk-view.ts';
import { leftOut } from './chart-data.ts';
import { DeskBars } from './desk-bars.tsx';
import { DeskMatrix } from './desk-matrix.tsx';
import { DeskTreemap } from './desk-treemap.tsx';

const matrixSize = { accounts: 20, coins: 8 };
const treeSize = { accounts: 30, coins: 6 };
const barSize = { accounts: 12, coins: 6 };

interface DeskChartsProps {
  readonly desk: Desk;
  /** the accounts that pass the filters */
  readonly shown: readonly DeskLine[];
  readonly view: DeskView;
  readonly chosenId: string | null;
}

/** Who has what, three ways. */
export function DeskCharts({ desk, shown, view, chosenId }: DeskChartsProps) {
  const [tab, setTab] = useState('matrix');
  const { currency } = desk.valuation;
  const matrix = useMemo(() => matrixOf(shown, matrixSize), [shown]);
  const tree = useMemo(() => matrixOf(shown, treeSize), [shown]);
  const bars = useMemo(() => matrixOf(shown, barSize), [shown]);
  const onCoin = (coin: string | null) => view.setFilter({ ...view.filter, coin });
  const filter = { coin: view.filter.coin, onCoin, onChoose: view.choose };
  const note = leftOut(shown);
  const tabs = [
    {
      id: 'matrix',
      title: 'Matrix',
      content: <DeskMatrix matrix={matrix} currency={currency} chosenId={chosenId} {...filter} />,
    },
    {
      id: 'treemap',
      title: 'Treemap',
      content: <DeskTreemap matrix={tree} chosenId={chosenId} onChoose={view.choose} />,
    },
    { id: 'bars', title: 'Bars', content: <DeskBars matrix={bars} {...filter} /> },
  ];
  return (
    <div className="overseer-charts">
      <Tabs
        label="Who has what"
        tabs={tabs}
        selectedId={tab}
        onSelect={setTab}
        trailing={note === null ? null : <span className="overseer-left-out">{note}</span>}
      />
    </div>
  );
}
