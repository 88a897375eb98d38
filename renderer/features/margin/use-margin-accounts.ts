import { useCallback, useMemo } from 'react';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useTickers } from '#bridge/live/tickers.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import { useWatch } from '#bridge/watch.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { byDanger, type MarginRow, marginRow, type PriceOf } from './margin-rows.ts';
import { t } from '#shared/words/t.ts';

const pricePeriodMs = 1000;

/** Last prices of the pairs that stand between two currencies. */
function usePrices(profileId: string): PriceOf {
  useWatch(profileId, { kind: 'tickers' });
  const tickers = useTickers(profileId, pricePeriodMs);
  return useCallback(
    (currency, quoteCurrency) =>
      currency === quoteCurrency ? '1' : (tickers.get(`spot:${currency}-${quoteCurrency}`)?.lastPrice ?? null),
    [tickers],
  );
}

/** The rules of margin hold no rows: only that they did not come is of interest. */
function asRules(read: Read<unknown>, hasRows: boolean): PanelRead<readonly MarginRow[]> {
  const data = read.data === undefined || !hasRows ? undefined : [];
  return { ...read, data, updatedAtMs: null, intervalMs: null, part: t`the limits of margin` };
}

export interface MarginAccountsRead {
  readonly read: PanelRead<readonly MarginRow[]>;
  readonly priceOf: PriceOf;
}

/** The margin accounts of a profile, the nearest to liquidation first. */
export function useMarginAccounts(profileId: string): MarginAccountsRead {
  const accounts = useAccountList(profileId, 'margin.accounts');
  const config = useRead('margin.config', { profileId });
  const symbols = useRead('margin.isolatedSymbols', { profileId });
  const priceOf = usePrices(profileId);
  const limits = useMemo(() => ({ config: config.data, symbols: symbols.data }), [config.data, symbols.data]);
  const rows = useMemo(
    () => accounts.data?.map(account => marginRow(account, limits, priceOf)),
    [accounts.data, limits, priceOf],
  );
  const hasRows = rows !== undefined;
  const read = mergeReads([{ ...accounts, data: rows }, asRules(config, hasRows), asRules(symbols, hasRows)], byDanger);
  return { read, priceOf };
}
