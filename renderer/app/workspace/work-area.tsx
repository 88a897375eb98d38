import type { ReactNode } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { DepthPanel } from '#features/book/depth/depth-panel.tsx';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { TapePanel } from '#features/tape/tape-panel.tsx';
import { useUiStore } from '#state/ui-store.ts';
import { Tabs } from '#ui/table/tabs.tsx';
import { PanelBoundary } from '../panel-boundary.tsx';
import { type WorkspaceShape, useWorkspaceShape } from './use-workspace-shape.ts';

interface WorkAreaProps {
  readonly profileId: string;
  readonly market: Market;
}

/** Chart, depth and trades: beside each other where there is room, else as tabs in one place. */
export function WorkArea(scope: WorkAreaProps) {
  const shape = useWorkspaceShape();
  const chart = caught('Chart', <ChartPanel {...scope} />);
  const depth = caught('Depth', <DepthPanel {...scope} />);
  const tape = caught('Trades', <TapePanel {...scope} />);
  return (
    <>
      <div className="workspace-work">
        {shape === 'wide' ? chart : <WorkTabs shape={shape} panels={{ chart, depth, tape }} />}
      </div>
      {shape === 'wide' ? <div className="workspace-depth">{depth}</div> : null}
      {shape === 'narrow' ? null : <div className="workspace-tape">{tape}</div>}
    </>
  );
}

interface WorkTabsProps {
  readonly shape: WorkspaceShape;
  readonly panels: { readonly chart: ReactNode; readonly depth: ReactNode; readonly tape: ReactNode };
}

function WorkTabs({ shape, panels }: WorkTabsProps) {
  const selectedId = useUiStore(state => state.workTab);
  const select = useUiStore(state => state.selectWorkTab);
  const tabs = [
    { id: 'chart', title: 'Chart', content: panels.chart },
    { id: 'depth', title: 'Depth', content: panels.depth },
  ];
  const trades = { id: 'trades', title: 'Trades', content: panels.tape };
  return (
    <Tabs
      label="Work area"
      tabs={shape === 'narrow' ? [...tabs, trades] : tabs}
      selectedId={selectedId}
      onSelect={select}
    />
  );
}

function caught(title: string, panel: ReactNode): ReactNode {
  return <PanelBoundary title={title}>{panel}</PanelBoundary>;
}
