import { useEffect, useEffectEvent } from 'react';
import type { AccountRows } from '#shared/domain/account/account-list.ts';
import type { AccountListName, ListPace } from '#shared/domain/account/list-name.ts';
import type { Watch } from '#shared/domain/view/watch.ts';
import { heldList, subscribeLists } from '#bridge/account/account-lists.ts';
import { useTickerDetail, useTickers } from '#bridge/live/tickers.ts';
import { useContractList } from '#bridge/reference/use-market.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWatches } from '#bridge/watch.ts';
import { freshnessOf } from '#lib/age.ts';
import { sampleEveryMs, useDistanceHistory } from '#state/distance-history.ts';
import { pricesFrom } from '#lib/money/spot-prices.ts';
import { atRisk } from '../model/risk-view.ts';
import { sampleOf } from './chart-data.ts';

const watched = (list: AccountListName, pace: ListPace): Watch => ({ kind: 'account', list, pace });

/**
 * What is pushed, or read for another panel: for a line in a chart nothing is asked of the exchange but the margin
 * accounts, once a minute where no feed brings them.
 */
const watches: readonly Watch[] = [
  watched('positions', 'passive'),
  watched('balances', 'passive'),
  watched('margin.accounts', 'glance'),
  { kind: 'tickers' },
];

/** What is known of a list now; undefined: nothing, or it is late. */
function freshRows<L extends AccountListName>(
  profileId: string,
  list: L,
  nowMs: number,
): readonly AccountRows[L][] | undefined {
  const held = heldList(profileId, list);
  const { asOfMs, intervalMs } = held?.view.status ?? { asOfMs: null, intervalMs: 0 };
  if (asOfMs === null) return undefined;
  return freshnessOf(nowMs - asOfMs, Math.max(intervalMs, sampleEveryMs)) === 'fresh' ? held?.rows : undefined;
}

const nothing = new Map<string, never>();
const noPrice = () => null;

/** Notes every few seconds how far everything is from liquidation, whatever the window shows. Draws nothing. */
export function DistanceSampler({ profileId }: { readonly profileId: string }): null {
  useWatches(profileId, watches);
  useEffect(() => subscribeLists(() => undefined), []);
  const note = useDistanceHistory(state => state.note);
  const config = useRead('margin.config', { profileId }).data;
  const symbols = useRead('margin.isolatedSymbols', { profileId }).data;
  const contracts = useContractList(profileId);
  const tickers = useTickers(profileId, sampleEveryMs);
  const isOld = useTickerDetail(profileId) !== null;
  const take = useEffectEvent(() => {
    const nowMs = Date.now();
    const positions = freshRows(profileId, 'positions', nowMs);
    const marginAccounts = freshRows(profileId, 'margin.accounts', nowMs);
    if (positions === undefined && marginAccounts === undefined) return;
    const known = { positions, marginAccounts, balances: freshRows(profileId, 'balances', nowMs), config, symbols };
    const priceOf = isOld ? noPrice : pricesFrom(tickers);
    const others = { marginAsOfMs: null, stops: undefined, fundings: nothing, movements: nothing, missing: [] };
    const { rows } = atRisk({ ...known, ...others, contracts, priceOf, nowMs });
    note(profileId, sampleOf(rows, nowMs));
  });
  useEffect(() => {
    take();
    const timer = setInterval(take, sampleEveryMs);
    return () => clearInterval(timer);
  }, []);
  return null;
}
