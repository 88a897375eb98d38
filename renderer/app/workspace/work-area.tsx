import type { ReactNode } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { DepthPanel } from '#features/book/depth/depth-panel.tsx';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { TapePanel } from '#features/tape/tape-panel.tsx';
import { useTicketStore } from '#state/ticket-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Tabs } from '#ui/table/tabs.tsx';
import { PanelBoundary } from '../panel-boundary.tsx';
import { useWorkspaceShape } from './use-workspace-shape.ts';

interface WorkAreaProps {
  readonly profileId: string;
  readonly market: Market;
}

/** Chart, depth and trades: beside each other where there is room, else as tabs in one place. */
export function WorkArea(scope: WorkAreaProps) {
  const shape = useWorkspaceShape();
  // beside the ticket there is no room for the trades: they take turns with the chart
  const isTicketOpen = useTicketStore(state => state.isOpen);
  const hasTape = shape === 'wide' || (shape === 'medium' && !isTicketOpen);
  const chart = caught('Chart', <ChartPanel {...scope} />);
  const depth = caught('Depth', <DepthPanel {...scope} />);
  const tape = caught('Trades', <TapePanel {...scope} />);
  return (
    <>
      <div className="workspace-work">
        {shape === 'wide' ? chart : <WorkTabs hasTape={hasTape} panels={{ chart, depth, tape }} />}
      </div>
      {shape === 'wide' ? <div className="workspace-depth">{depth}</div> : null}
      {hasTape ? <div className="workspace-tape">{tape}</div> : null}
    </>
  );
}

interface WorkTabsProps {
  readonly hasTape: boolean;
  readonly panels: { readonly chart: ReactNode; readonly depth: ReactNode; readonly tape: ReactNode };
}

function WorkTabs({ hasTape, panels }: WorkTabsProps) {
  const selectedId = useUiStore(state => state.workTab);
  const select = useUiStore(state => state.selectWorkTab);
  const tabs = [
    { id: 'chart', title: 'Chart', content: panels.chart },
    { id: 'depth', title: 'Depth', content: panels.depth },
  ];
  const trades = { id: 'trades', title: 'Trades', content: panels.tape };
  return <Tabs label="Work area" tabs={hasTape ? tabs : [...tabs, trades]} selectedId={selectedId} onSelect={select} />;
}

function caught(title: string, panel: ReactNode): ReactNode {
  return <PanelBoundary title={title}>{panel}</PanelBoundary>;
}
