import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { FeeRate } from '#shared/domain/account/account.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { call } from '../call.ts';
import { readKey } from '../query-keys.ts';

/** As often as the fee of one market is read. */
const staleMs = 600_000;

export type FeesBySymbol = ReadonlyMap<string, FeeRate>;

function known(answers: readonly UseQueryResult<readonly [string, FeeRate]>[]): FeesBySymbol {
  return new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [data])));
}

/** What the account pays in several markets, each asked for once. Those that have not arrived are missing. */
export function useMarketFees(profileId: string, markets: readonly Market[]): FeesBySymbol {
  return useQueries({
    queries: markets.map(({ venue, symbol }) => ({
      queryKey: readKey('accounts.marketFee', { profileId, venue, symbol }),
      queryFn: () => call('accounts.marketFee', { profileId, venue, symbol }),
      staleTime: staleMs,
      select: (fee: FeeRate) => [symbol, fee] as const,
    })),
    combine: known,
  });
}
