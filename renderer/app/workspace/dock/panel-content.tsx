import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { Assets } from '#features/accounts/assets.tsx';
import { SubAccounts } from '#features/accounts/sub-accounts.tsx';
import { PanelScope } from '#bridge/reference/panel-scope.ts';
import { DepthPanel } from '#features/book/depth/depth-panel.tsx';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { RecentFills } from '#features/fills/recent-fills.tsx';
import { MarginPanel } from '#features/margin/margin-panel.tsx';
import { MarketList } from '#features/markets/market-list.tsx';
import { ActiveOrders } from '#features/orders/active-orders.tsx';
import { DoneOrders } from '#features/orders/done-orders.tsx';
import { PositionsPanel } from '#features/positions/positions-panel.tsx';
import { StopOrders } from '#features/stops/stop-orders.tsx';
import { TapePanel } from '#features/tape/tape-panel.tsx';
import { WithdrawalsPanel } from '#features/withdrawals/withdrawals-panel.tsx';
import { useUiStore } from '#state/ui-store.ts';
import { linkOf, marketOf } from '#state/windows/links.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { useTimeView } from '#app/settings/use-time-view.ts';
import { PanelBoundary } from '#app/panel-boundary.tsx';
import { placeBook } from '#startup/book-host.ts';
import { isMarketPanel, type ListPanel } from '../layout/market-panels.ts';
import { type PanelName, panelTexts } from '../layout/panel-names.ts';
import { CancelStops } from '../places/cancel-stops.tsx';
import { MarkedBook } from '../book/hosted-book.tsx';
import { useOfferedMarket } from '../book/use-shown-market.ts';

// who trades by the ticket never needs it
const PriceLadderPlace = lazy(async () => ({
  default: (await import('../places/price-ladder-place.tsx')).PriceLadderPlace,
}));

// the first ladder brings it
const LaddersPanel = lazy(async () => ({
  default: (await import('#features/ladder/ladders-panel.tsx')).LaddersPanel,
}));

// who does not look at it never needs it, nor the drawing of its charts
const RiskDesk = lazy(async () => ({ default: (await import('../places/risk-desk.tsx')).RiskDesk }));
// who trades never needs it
const OverseerPage = lazy(async () => ({
  default: (await import('#features/overseer/overseer-page.tsx')).OverseerPage,
}));

const OverviewDesk = lazy(async () => ({ default: (await import('../overview/overview-desk.tsx')).OverviewDesk }));
// who does not look at the past never needs it
const ArchivePanel = lazy(async () => ({
  default: (await import('#features/archive/archive-panel.tsx')).ArchivePanel,
}));
const ExplorePanel = lazy(async () => ({
  default: (await import('#features/archive/explore/explore-panel.tsx')).ExplorePanel,
}));

const PortfolioPlace = lazy(async () => ({
  default: (await import('../places/portfolio-place.tsx')).PortfolioPlace,
}));
const MomentsPlace = lazy(async () => ({ default: (await import('../places/moments-place.tsx')).MomentsPlace }));

function Stops(scope: { readonly profile: Profile; readonly market: Market | null }) {
  return <StopOrders {...scope} CancelMany={CancelStops} />;
}

/** What has drawn times in one zone draws them in no other. */
function ChartInZone({ profile, market }: PanelSubject) {
  const zone = useUiStore(state => state.timeZone);
  return <ChartPanel key={zone} profileId={profile.id} market={market} />;
}

export interface PanelSubject {
  readonly profile: Profile;
  /** the market on the screen */
  readonly market: Market;
}

/** What lists orders lists those of one market or of all. */
function ofMarket(name: ListPanel, List: ComponentType<{ readonly profile: Profile; readonly market: Market | null }>) {
  return function ListOfMarket({ profile, market }: PanelSubject) {
    const isWide = useUiStore(({ links, isBlotterNarrow }) => linkOf(links, name) === 'A' && !isBlotterNarrow);
    return <List profile={profile} market={isWide ? null : market} />;
  };
}

/** The book of the window's market is drawn since before the panels were there; see book-host.ts. */
function BookPlace({ profile, market }: PanelSubject) {
  const isOfWindow = useUiStore(state => linkOf(state.links, 'book') === 'A');
  const isWindow = useWindowStore(state => state.self !== null);
  if (isOfWindow || isWindow) return <div className="book-place" ref={placeBook} />;
  return <MarkedBook profileId={profile.id} market={market} />;
}

/** Here a new panel is drawn; its name and title are in layout/panel-names.ts, its place in layout/ready-made.ts. */
const contents: Readonly<Record<PanelName, ComponentType<PanelSubject>>> = {
  markets: ({ profile, market }) => <MarketList profileId={profile.id} market={market} />,
  book: BookPlace,
  book2: ({ profile, market }) => <MarkedBook profileId={profile.id} market={market} />,
  priceLadder: PriceLadderPlace,
  chart: ChartInZone,
  chart2: ChartInZone,
  depth: ({ profile, market }) => <DepthPanel profileId={profile.id} market={market} />,
  trades: ({ profile, market }) => <TapePanel profileId={profile.id} market={market} />,
  positions: ({ profile }) => <PositionsPanel profile={profile} />,
  accounts: ({ profile }) => <SubAccounts profile={profile} />,
  active: ofMarket('active', ActiveOrders),
  stops: ofMarket('stops', Stops),
  ladders: ({ profile }) => <LaddersPanel profile={profile} />,
  fills: ofMarket('fills', RecentFills),
  done: ofMarket('done', DoneOrders),
  margin: ({ profile }) => <MarginPanel profile={profile} />,
  withdrawals: ({ profile }) => <WithdrawalsPanel profile={profile} />,
  balances: ({ profile }) => <Assets profile={profile} />,
  risk: ({ profile }) => <RiskDesk profile={profile} />,
  overview: ({ profile }) => <OverviewDesk profile={profile} />,
  portfolio: ({ profile }) => <PortfolioPlace profile={profile} />,
  moments: ({ profile }) => <MomentsPlace profile={profile} />,
  archive: ({ profile }) => <ArchivePanel profileId={profile.id} />,
  explore: ({ profile }) => <ExplorePanel profileId={profile.id} />,
  oversight: ({ profile }) => <OverseerPage profile={profile} />,
};

/** Rows of the placeholder while the code of a panel is loading. */
const skeletonRows = 8;

interface PanelContentProps extends PanelSubject {
  readonly name: PanelName;
}

/** The market of what this panel follows; a window of one panel has no other. */
function useLinkedMarket(name: PanelName, { profile, market }: PanelSubject): Market {
  const isWindow = useWindowStore(state => state.self !== null);
  const links = useUiStore(state => state.links);
  const { venue, symbol } = isWindow || !isMarketPanel(name) ? market : marketOf(links, name, market);
  return useOfferedMarket(profile.id, venue, symbol);
}

/** One panel, in its own net. */
export function PanelContent({ name, ...scope }: PanelContentProps): ReactNode {
  // texts with own figures are made again when more or less is hidden
  usePrivacy();
  useTimeView();
  const Content = contents[name];
  const market = useLinkedMarket(name, scope);
  return (
    <PanelBoundary title={panelTexts[name].title}>
      <PanelScope value={name}>
        <Suspense fallback={<Skeleton rows={skeletonRows} />}>
          <Content {...scope} market={market} />
        </Suspense>
      </PanelScope>
    </PanelBoundary>
  );
}
