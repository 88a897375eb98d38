import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { useRiskStore } from '#state/risk-store.ts';
import { goers, shockRows } from './model/risk-view.ts';
import { ExposurePanel } from './panels/exposure-panel.tsx';
import { GoersPanel } from './panels/goers-panel.tsx';
import { PositionsAtRisk, type RowActs } from './panels/positions-at-risk.tsx';
import { RiskReadContext } from './panels/risk-frame.tsx';
import { SettlePanel } from './panels/settle-panel.tsx';
import { movesOfRow } from './shocks/shock-moves.tsx';
import { ShockPanel } from './shocks/shock-panel.tsx';
import './risk.css';
import { useRisk } from './use-risk.ts';

// the drawing library comes after the figures
const RiskCharts = lazy(async () => ({ default: (await import('./charts/risk-charts.tsx')).RiskCharts }));

interface RiskPageProps {
  readonly profile: Profile;
  /** the stops of all markets, by how near they are */
  readonly stopBoard: ReactNode;
  readonly acts: RowActs;
}

/** What can go wrong, on one page: who is near liquidation, what a move would do, and what the desk hangs on. */
export function RiskPage({ profile, stopBoard, acts }: RiskPageProps) {
  const risk = useRisk(profile.id);
  const { view } = risk;
  const coin = useRiskStore(state => state.coin);
  const lookAt = useRiskStore(state => state.lookAt);
  const moves = useRiskStore(state => state.moves);
  const shocks = useMemo(() => shockRows(view, each => movesOfRow(moves, each)), [view, moves]);
  const known = coin === null || view.coins.includes(coin) ? coin : null;
  const first = useMemo(() => goers(view, known), [view, known]);
  return (
    <RiskReadContext value={risk.read}>
      <div className="risk">
        <div className="risk-rows">
          <PositionsAtRisk profileId={profile.id} risk={risk} acts={acts} />
        </div>
        <div className="risk-stops">{stopBoard}</div>
        <div className="risk-shock">
          <ShockPanel view={view} rows={shocks} coin={known} onLookAt={lookAt} />
        </div>
        <div className="risk-goers">
          <GoersPanel view={view} goers={first} coin={known} />
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
