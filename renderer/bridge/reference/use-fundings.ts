import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { CurrentFunding } from '#shared/domain/account/futures-account.ts';
import { call } from '../call.ts';
import { readPolicyOf } from '../polling.ts';
import { readKey } from '../query-keys.ts';

export type FundingsBySymbol = ReadonlyMap<string, CurrentFunding>;

type Named = readonly [string, CurrentFunding];

function known(answers: readonly UseQueryResult<Named>[]): FundingsBySymbol {
  return new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [data])));
}

/** The funding that runs for several contracts. Those that have not arrived are missing. */
export function useFundings(profileId: string, symbols: readonly string[]): FundingsBySymbol {
  const { intervalMs } = readPolicyOf('contracts.funding');
  return useQueries({
    queries: symbols.map(symbol => ({
      queryKey: readKey('contracts.funding', { profileId, symbol }),
      queryFn: () => call('contracts.funding', { profileId, symbol }),
      staleTime: intervalMs ?? 0,
      refetchInterval: intervalMs ?? false,
      select: (funding: CurrentFunding): Named => [symbol, funding],
    })),
    combine: known,
  });
}
