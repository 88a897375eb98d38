import { useEffect, useMemo, useRef, useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { missingOf } from '#shared/domain/completeness.ts';
import type { LeftOut } from '#shared/risk/left-out.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { createThrottle, type Throttle } from '#bridge/live/throttle.ts';
import { useTickers } from '#bridge/live/tickers.ts';
import { useFundings } from '#bridge/reference/use-fundings.ts';
import { useContractList } from '#bridge/reference/use-market.ts';
import { useMovements } from '#bridge/reference/use-movements.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import { useWatch } from '#bridge/watch.ts';
import { freshnessOf } from '#lib/age.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { pricesFrom } from '#lib/money/spot-prices.ts';
import { type RiskInputs, type RiskView, riskView } from './model/risk-view.ts';
import { t } from '#shared/words/t.ts';

/** The page thinks about all of it at once, and figures that change more often cannot be read. */
const periodMs = 1000;

/** The newest value, at most once a period. */
function useSampled<T>(value: T): T {
  const [sampled, setSampled] = useState(value);
  const throttle = useRef<Throttle<T> | null>(null);
  useEffect(() => {
    const made = createThrottle<T>(periodMs, next => setSampled(() => next));
    throttle.current = made;
    return () => made.stop();
  }, []);
  useEffect(() => throttle.current?.offer(value), [value]);
  return sampled;
}

/** Why a list is not all there, or not to be trusted. */
function missingFrom(part: string, read: Read<unknown>, nowMs: number): readonly LeftOut[] {
  if (read.data === undefined) return [{ what: part, reason: read.error?.message ?? t`Not loaded yet` }];
  const partial = missingOf(read.completeness).map(({ part: what, reason }) => ({ what, reason }));
  const isOld =
    read.updatedAtMs !== null &&
    read.intervalMs !== null &&
    freshnessOf(nowMs - read.updatedAtMs, Math.max(read.intervalMs, periodMs)) === 'stale';
  return isOld ? [...partial, { what: part, reason: t`Their data is delayed.` }] : partial;
}

function useLists(profileId: string) {
  const positions = useAccountList(profileId, 'positions');
  const balances = useAccountList(profileId, 'balances');
  const marginAccounts = useAccountList(profileId, 'margin.accounts');
  const stops = useAccountList(profileId, 'futures.stops', 'glance');
  return { positions, balances, marginAccounts, stops };
}

type Lists = ReturnType<typeof useLists>;

/** The markets whose movement gives the days of a row. */
function marketsOf({ positions, marginAccounts }: Lists): readonly Market[] {
  const contracts = positions.data?.map(({ symbol }): Market => ({ venue: 'futures', symbol })) ?? [];
  const pairs = marginAccounts.data?.flatMap(({ symbol, holdings }): readonly Market[] =>
    symbol === null || holdings.every(({ total, liability }) => total === '0' && liability === '0')
      ? []
      : [{ venue: 'spot', symbol }],
  );
  const all = [...contracts, ...(pairs ?? [])];
  return all.toSorted((a, b) => a.symbol.localeCompare(b.symbol));
}

export interface Risk {
  readonly view: RiskView;
  /** positions and margin accounts together: how the page is as a whole */
  readonly read: PanelRead<RiskView>;
  /** what the view was made of */
  readonly inputs: RiskInputs;
}

/** Everything that the risk page shows of one profile, gathered once a second. */
export function useRisk(profileId: string): Risk {
  const lists = useLists(profileId);
  const config = useRead('margin.config', { profileId }).data;
  const symbols = useRead('margin.isolatedSymbols', { profileId }).data;
  const contracts = useContractList(profileId);
  useWatch(profileId, { kind: 'tickers' });
  const tickers = useTickers(profileId, periodMs);
  const markets = marketsOf(lists);
  const movements = useMovements(profileId, markets);
  const fundings = useFundings(
    profileId,
    markets.flatMap(({ venue, symbol }) => (venue === 'futures' ? [symbol] : [])),
  );
  const { positions, balances, marginAccounts, stops } = lists;
  const priceOf = useMemo(() => pricesFrom(tickers), [tickers]);
  const inputs = useMemo((): Omit<RiskInputs, 'nowMs' | 'missing'> & { readonly lists: Lists } => {
    const known = { config, symbols, contracts, fundings, movements, priceOf };
    const held = { positions, balances, marginAccounts, stops };
    return {
      ...known,
      lists: held,
      positions: positions.data,
      balances: balances.data,
      marginAccounts: marginAccounts.data,
      marginAsOfMs: marginAccounts.updatedAtMs,
      stops: stops.data,
    };
  }, [positions, balances, marginAccounts, stops, config, symbols, contracts, fundings, movements, priceOf]);
  const sampled = useSampled(inputs);
  const moment = useMemo(() => momentOf(sampled), [sampled]);
  const view = useMemo(() => riskView(moment), [moment]);
  const read = mergeReads<never>([asEmpty(positions), asEmpty(marginAccounts), asEmpty(balances)], () => 0);
  const hasData = positions.data !== undefined || marginAccounts.data !== undefined;
  return { view, inputs: moment, read: { ...read, data: hasData ? view : undefined } };
}

/** What counts for the panel is whether and when it came, not what is in it. */
function asEmpty<T>(read: Read<readonly T[]>): PanelRead<readonly never[]> {
  return { ...read, data: read.data === undefined ? undefined : [] };
}

function momentOf({ lists, ...inputs }: Omit<RiskInputs, 'nowMs' | 'missing'> & { readonly lists: Lists }): RiskInputs {
  const nowMs = Date.now();
  const missing = [
    ...missingFrom(t`Positions`, lists.positions, nowMs),
    ...missingFrom(t`Margin accounts`, lists.marginAccounts, nowMs),
    ...missingFrom(t`Wallets`, lists.balances, nowMs),
  ];
  return { ...inputs, missing, nowMs };
}
