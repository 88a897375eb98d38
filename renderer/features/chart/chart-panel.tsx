import { lazy, Suspense, useMemo } from 'react';
import { type Decimal, roundToStep, scaleOf } from '#shared/decimal.ts';
import { CandleInterval } from '#shared/domain/market/candle.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { contractTerms } from '#shared/order-entry/market-terms.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { useContractList, useMarketInfo } from '#bridge/reference/use-market.ts';
import { useAmendStore } from '#state/amend-store.ts';
import { ghostsOf, useLadderStore } from '#state/ladder-store.ts';
import { useTicketStore } from '#state/ticket-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Select } from '#ui/form/input.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import './chart.css';
import { fillMarks } from './chart-marks.ts';
import { ghostMarks, type PriceMark, priceMarks } from './price-marks.ts';
import { type CandleScope, type Candles, useCandles } from './use-candles.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { t } from '#shared/words/t.ts';

// a second chart library: it comes when the desk is already on the screen
const CandleChart = lazy(async () => ({ default: (await import('./candle-chart.tsx')).CandleChart }));

export interface ChartPanelProps {
  readonly profileId: string;
  readonly market: Market;
}

/** Candles and volume of a market, with the user's own fills, orders and stops in them. */
export function ChartPanel({ profileId, market }: ChartPanelProps) {
  const interval = useUiStore(state => state.chartInterval);
  const scope = { profileId, market, interval };
  // a new market or interval is a new chart with a past of its own
  return <IntervalChart key={`${profileId} ${market.venue} ${market.symbol} ${interval}`} {...scope} />;
}

function IntervalChart(scope: CandleScope) {
  const shown = useCandles(scope);
  return (
    <Panel
      title={t`Chart`}
      read={shown.read}
      toolbar={<IntervalChoice />}
      empty={candles => (candles.length > 0 ? null : { reason: t`${scope.market.symbol} has not been traded yet.` })}
      footer={<ChartFooter {...shown} />}
    >
      {() => (
        <Suspense fallback={<Skeleton rows={5} />}>
          <MarkedChart {...scope} shown={shown} />
        </Suspense>
      )}
    </Panel>
  );
}

const noMarks: readonly PriceMark[] = [];

const asGlance = { spot: 'glance', futures: 'glance' } as const;

/** The own orders, stops and ghosts of a market as lines. */
function useLines({ profileId, market }: CandleScope, lastPrice: Decimal | null): readonly PriceMark[] {
  const { symbol, venue } = market;
  const isFutures = venue === 'futures';
  const orders = useVenueRows(profileId, 'orders', { market });
  const stops = useVenueRows(profileId, 'stops', { market });
  const positions = useAccountList(profileId, 'positions', isFutures ? 'glance' : null).data;
  const contract = useContractList(profileId, isFutures).get(symbol);
  const amendment = useAmendStore(state => state.prefill);
  const ghosts = useLadderStore(state => ghostsOf(state.ghosts, market));
  const terms = useMemo(() => (contract === undefined ? null : contractTerms(contract)), [contract]);
  const own = useMemo(
    () => priceMarks({ symbol, orders: orders ?? [], stops: stops ?? [], positions, terms, lastPrice, amendment }),
    [symbol, orders, stops, positions, terms, lastPrice, amendment],
  );
  // a line is at the price of an own order, which is hidden then; the draft of a sheet is not
  const shown = usePrivacy() === 'all' ? noMarks : own;
  return useMemo(() => (ghosts === null ? shown : [...shown, ...ghostMarks(ghosts)]), [shown, ghosts]);
}

/** A line dropped at another price: a rung moves at once, an order or a stop asks first. */
function drop({ of }: PriceMark, price: Decimal, isAll: boolean): void {
  if (of === null) return;
  if (of.kind === 'rung') useLadderStore.getState().ghosts?.move(of.row, price, isAll);
  else useAmendStore.getState().open({ ...of, price });
}

function MarkedChart(props: CandleScope & { readonly shown: Candles }) {
  const { profileId, market, interval, shown } = props;
  const { symbol } = market;
  const openTicket = useTicketStore(state => state.open);
  const info = useMarketInfo(profileId, market);
  const fills = useVenueRows(profileId, 'fills', { market, pace: asGlance });
  const { candles } = shown;
  const isHidden = usePrivacy() === 'all';
  // times and sides of own trades are as private as the prices of own orders
  const marks = useMemo(
    () => (isHidden ? [] : fillMarks(fills ?? [], candles, symbol)),
    [isHidden, fills, candles, symbol],
  );
  const lines = useLines(props, candles.at(-1)?.close ?? null);
  const onTick = (price: Decimal) =>
    info === undefined ? price : roundToStep(price, info.priceIncrement, 'half-even');
  return (
    <CandleChart
      symbol={symbol}
      label={t`${symbol}, ${interval} candles`}
      candles={candles}
      marks={marks}
      lines={lines}
      interval={interval}
      decimals={info === undefined ? 2 : scaleOf(info.priceIncrement)}
      onReachStart={shown.loadOlder}
      onPress={price => openTicket({ price: onTick(price) })}
      onDrop={(mark, price, isAll) => drop(mark, onTick(price), isAll)}
      onShared={refuseShared}
    />
  );
}

/** A press on several orders and stops is ambiguous: none is moved. */
function refuseShared(count: number): void {
  showToast('warning', t`${count} own orders and stops are here. Amend one in Open orders or Conditional orders (E).`);
}

const texts: Readonly<Record<CandleInterval, string>> = {
  '1min': t`1 min`,
  '5min': t`5 min`,
  '15min': t`15 min`,
  '30min': t`30 min`,
  '1hour': '1 h',
  '2hour': '2 h',
  '4hour': '4 h',
  '8hour': '8 h',
  '12hour': '12 h',
  '1day': '1 d',
  '1week': '1 w',
};
const options = CandleInterval.options.map(value => ({ value, label: texts[value] }));

function IntervalChoice() {
  const interval = useUiStore(state => state.chartInterval);
  const choose = useUiStore(state => state.setChartInterval);
  return <Select label={t`Candle length`} value={interval} options={options} onChange={choose} />;
}

const credit = t`TradingView Lightweight Charts™ · tradingview.com`;

/** How many candles are shown; empty until the first answer, because none are known then. */
function candleCount({ candles, read }: Candles): string {
  if (read.data === undefined) return '';
  return `${candles.length} ${candles.length === 1 ? t`candle` : t`candles`}`;
}

function ChartFooter(shown: Candles) {
  const { isLoadingOlder, olderError } = shown;
  const past = isLoadingOlder ? t`loading more of the past…` : candleCount(shown);
  return (
    <>
      <span className="chart-past">
        {olderError === null ? past : t`The past could not be read: ${olderError.message}`}
      </span>
      <span className="chart-credit" title={credit}>
        {credit}
      </span>
    </>
  );
}
