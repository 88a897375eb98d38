import { lazy, type ReactNode, Suspense } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { ActiveOrders } from '#features/orders/active-orders.tsx';
import { OwnBalances } from '#features/accounts/own-balances.tsx';
import { SubAccounts } from '#features/accounts/sub-accounts.tsx';
import { DoneOrders } from '#features/orders/done-orders.tsx';
import { MarginPanel } from '#features/margin/margin-panel.tsx';
import { RecentFills } from '#features/fills/recent-fills.tsx';
import { useFillNews } from '#features/fills/use-fill-news.ts';
import { StopOrders } from '#features/stops/stop-orders.tsx';
import { useOrphanQuestion } from '#features/stops/use-orphan-question.ts';
import { WithdrawalsPanel } from '#features/withdrawals/withdrawals-panel.tsx';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Tabs } from '#ui/table/tabs.tsx';
import { PanelBoundary } from '../panel-boundary.tsx';
import { CancelStops } from './places/cancel-stops.tsx';
import { useBlotterCounts } from './use-blotter-counts.ts';
import { useCancelOutcomes } from './use-cancel-outcomes.ts';
import { useWorkspaceShape } from './use-workspace-shape.ts';

// the first ladder brings it
const LaddersPanel = lazy(async () => ({
  default: (await import('#features/ladder/ladders-panel.tsx')).LaddersPanel,
}));

interface BlotterProps {
  readonly profile: Profile;
  readonly shown: Market;
}

/** What has been done and what is waiting to be done, across the full width. */
export function Blotter({ profile, shown }: BlotterProps) {
  const selectedId = useUiStore(state => state.blotterTab);
  const selectTab = useUiStore(state => state.selectBlotterTab);
  const isNarrow = useUiStore(state => state.isBlotterNarrow);
  const market = isNarrow ? shown : null;
  const counts = useBlotterCounts(profile.id, market);
  useCancelOutcomes(profile.id);
  useFillNews(profile);
  useOrphanQuestion(profile.id);
  const scope = { profile, market };
  const tabs = [
    { id: 'active', title: 'Active orders', ...counts.active, content: caught(<ActiveOrders {...scope} />) },
    {
      id: 'stops',
      title: 'Stops',
      ...counts.stops,
      content: caught(<StopOrders {...scope} CancelMany={CancelStops} />),
    },
    {
      id: 'ladders',
      title: 'Ladders',
      content: caught(
        <Suspense fallback={null}>
          <LaddersPanel profile={profile} />
        </Suspense>,
      ),
    },
    { id: 'fills', title: 'Fills', ...counts.fills, content: caught(<RecentFills {...scope} />) },
    { id: 'done', title: 'Done orders', content: caught(<DoneOrders {...scope} />) },
    { id: 'margin', title: 'Margin', content: caught(<MarginPanel profile={profile} />) },
    { id: 'withdrawals', title: 'Withdrawals', content: caught(<WithdrawalsPanel profile={profile} />) },
    { id: 'balances', title: 'Own balances', content: caught(<OwnBalances profile={profile} />) },
  ];
  const accounts = { id: 'accounts', title: 'Sub-accounts', content: caught(<SubAccounts profile={profile} />) };
  return (
    <Tabs
      label="Blotter"
      tabs={useWorkspaceShape() === 'narrow' ? [...tabs, accounts] : tabs}
      selectedId={selectedId}
      onSelect={selectTab}
      trailing={<Narrow symbol={shown.symbol} />}
    />
  );
}

function caught(panel: ReactNode): ReactNode {
  return <PanelBoundary title="Blotter">{panel}</PanelBoundary>;
}

function Narrow({ symbol }: { readonly symbol: string }) {
  const isNarrow = useUiStore(state => state.isBlotterNarrow);
  const toggle = useUiStore(state => state.toggleBlotterNarrow);
  return (
    <Button size="small" isPressed={isNarrow} onPress={toggle}>
      Only {symbol}
    </Button>
  );
}
