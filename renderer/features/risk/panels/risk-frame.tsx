import { createContext, use } from 'react';
import { AgeChip } from '#ui/panel/age-chip.tsx';
import { PanelFrame, type PanelFrameProps } from '#ui/panel/panel-frame.tsx';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { panelState } from '#ui/panel/panel-state.ts';
import { useFreshness } from '#ui/panel/use-freshness.ts';

/** How the lists are that all of the page is reckoned from. */
export const RiskReadContext = createContext<PanelRead<unknown> | null>(null);

/** A panel of the page that reads nothing by itself: it is as old as what it is reckoned from, and says so as panels do. */
export function RiskFrame({ status, children, ...frame }: PanelFrameProps) {
  const read = use(RiskReadContext);
  const asOfMs = read?.updatedAtMs ?? null;
  const freshness = useFreshness(asOfMs, read?.intervalMs ?? null);
  const isOld = read !== null && panelState({ ...read, freshness }) === 'stale';
  const chip = read === null ? null : <AgeChip {...read} asOfMs={asOfMs} />;
  return (
    <PanelFrame
      {...frame}
      isOld={isOld}
      status={
        <>
          {status}
          {chip}
        </>
      }
    >
      <div className={isOld ? 'panel-content panel-content-old' : 'panel-content'}>{children}</div>
    </PanelFrame>
  );
}
