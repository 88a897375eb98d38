import { use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { AccountRows, ListStatus } from '#shared/domain/account/account-list.ts';
import type { AccountListName, ListPace } from '#shared/domain/account/list-name.ts';
import { heldList, showList, subscribeLists } from './account-lists.ts';
import { coverageText } from '#lib/orders/coverage-text.ts';
import { call } from '../call.ts';
import { PanelScope } from '../reference/panel-scope.ts';
import type { Read } from '../use-read.ts';
import { useWatch, useWatchFailure, watchAgain } from '../watch.ts';
import { t } from '#shared/words/t.ts';

/** Reads a list now. The list itself shows the result, also a failure. */
export async function refreshList(profileId: string, list: AccountListName): Promise<void> {
  try {
    await call('account.refresh', { profileId, list });
  } catch {
    // main does not know this page: subscriptions are sent again, and if that fails too, every list states why
    watchAgain();
  }
}

/** Whether the list counts as shown: a passive look at what is known does not. */
function useShown(profileId: string, list: AccountListName, pace: ListPace | null): void {
  const isShown = pace !== null && pace !== 'passive';
  const panel = use(PanelScope);
  useEffect(() => (isShown ? showList(profileId, list, panel) : undefined), [profileId, list, isShown, panel]);
}

const parts: Readonly<Record<AccountListName, string>> = {
  'spot.orders': t`spot orders`,
  'futures.orders': t`futures orders`,
  'spot.stops': t`spot stops`,
  'futures.stops': t`futures stops`,
  'spot.fills': t`spot fills`,
  'futures.fills': t`futures fills`,
  positions: 'positions',
  balances: 'wallets',
  'margin.orders': t`margin orders`,
  'margin.fills': t`isolated margin fills`,
  'margin.accounts': t`margin accounts`,
};

const unknown = {
  isRefreshing: false,
  updatedAtMs: null,
  intervalMs: null,
  feed: null,
  completeness: null,
  sources: null,
  cost: null,
} as const;

/** Main's words of a list as those of a read. */
function describe(status: ListStatus | undefined) {
  if (status === undefined) return unknown;
  const { isRefreshing, asOfMs: updatedAtMs, intervalMs, completeness, coverage, cost } = status;
  const sources = coverage === undefined ? null : coverageText(coverage);
  const feed = { state: status.feed, detail: status.detail };
  return { isRefreshing, updatedAtMs, intervalMs, feed, completeness, sources, cost };
}

/**
 * One list of the account as main keeps it, watched while the component is mounted: how fresh it must be is the pace;
 * null = not now. Rows, age and state are main's own words.
 */
export function useAccountList<L extends AccountListName>(
  profileId: string,
  list: L,
  pace: ListPace | null = 'panel',
): Read<readonly AccountRows[L][]> {
  useWatch(profileId, pace === null ? null : { kind: 'account', list, pace });
  useShown(profileId, list, pace);
  const snapshot = useCallback(() => heldList(profileId, list), [profileId, list]);
  const held = useSyncExternalStore(subscribeLists, snapshot);
  const watchFailure = useWatchFailure();
  const status = held?.view.status;
  const asOfMs = status?.asOfMs ?? null;
  const data = asOfMs === null ? undefined : held?.rows;
  const error = (pace === null ? null : watchFailure) ?? status?.error ?? null;
  const retry = useCallback(() => void refreshList(profileId, list), [profileId, list]);
  return useMemo(
    () => ({
      ...describe(status),
      data,
      error,
      isLoading: data === undefined && error === null,
      nextAttemptAtMs: error === null ? null : (status?.nextAttemptAtMs ?? null),
      part: parts[list],
      retry,
    }),
    [data, error, status, list, retry],
  );
}

/** The rows of one symbol; null = of all. */
export function ofSymbol<T extends { readonly symbol: string }>(
  read: Read<readonly T[]>,
  symbol: string | null,
): Read<readonly T[]> {
  return symbol === null ? read : { ...read, data: read.data && rowsOf(read.data, symbol) };
}

const ofSymbols = new WeakMap<readonly unknown[], Map<string, readonly unknown[]>>();

/** The same array for the same rows: a table with another array is drawn again. */
function rowsOf<T extends { readonly symbol: string }>(rows: readonly T[], symbol: string): readonly T[] {
  const bySymbol = ofSymbols.get(rows) ?? new Map<string, readonly unknown[]>();
  ofSymbols.set(rows, bySymbol);
  const kept = bySymbol.get(symbol) ?? rows.filter(row => row.symbol === symbol);
  bySymbol.set(symbol, kept);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are rows of this very list
  return kept as readonly T[];
}
