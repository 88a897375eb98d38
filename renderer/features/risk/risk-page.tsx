import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { useRiskStore } from '#state/risk-store.ts';
import { liquidationOrder, stressRows } from './model/risk-view.ts';
import { ExposurePanel } from './panels/exposure-panel.tsx';
import { LiquidationOrderPanel } from './panels/liquidation-order-panel.tsx';
import { PositionsAtRisk, type RowActions } from './panels/positions-at-risk.tsx';
import { RiskReadContext } from './panels/risk-frame.tsx';
import { SettlePanel } from './panels/settle-panel.tsx';
import { movesOfRow } from './shocks/scenario-form.tsx';
import { StressTestPanel } from './shocks/stress-test-panel.tsx';
import './risk.css';
import { useRisk } from './use-risk.ts';

// the drawing library comes after the figures
const RiskCharts = lazy(async () => ({ default: (await import('./charts/risk-charts.tsx')).RiskCharts }));

interface RiskPageProps {
  readonly profile: Profile;
  /** the stops of all markets, by how near they are */
  readonly stopBoard: ReactNode;
  readonly actions: RowActions;
}

/** What can go wrong, on one page: who is near liquidation, what a move would do, and what the desk hangs on. */
export function RiskPage({ profile, stopBoard, actions }: RiskPageProps) {
  const risk = useRisk(profile.id);
  const { view } = risk;
  const coin = useRiskStore(state => state.coin);
  const selectCoin = useRiskStore(state => state.selectCoin);
  const moves = useRiskStore(state => state.moves);
  const shocks = useMemo(() => stressRows(view, each => movesOfRow(moves, each)), [view, moves]);
  const known = coin === null || view.coins.includes(coin) ? coin : null;
  const first = useMemo(() => liquidationOrder(view, known), [view, known]);
  return (
    <RiskReadContext value={risk.read}>
      <div className="risk">
        <div className="risk-rows">
          <PositionsAtRisk profileId={profile.id} risk={risk} actions={actions} />
        </div>
        <div className="risk-stops">{stopBoard}</div>
        <div className="risk-shock">
          <StressTestPanel view={view} rows={shocks} coin={known} onLookAt={selectCoin} />
        </div>
        <div className="risk-goers">
          <LiquidationOrderPanel view={view} liquidations={first} coin={known} />
        </div>
        <div className="risk-settle">
          <SettlePanel settle={view.settle} />
        </div>
        <div className="risk-exposure">
          <ExposurePanel exposure={view.exposure} />
        </div>
        <Suspense fallback={<div className="risk-charts" aria-hidden="true" />}>
          <RiskCharts profileId={profile.id} view={view} />
        </Suspense>
      </div>
    </RiskReadContext>
  );
}
