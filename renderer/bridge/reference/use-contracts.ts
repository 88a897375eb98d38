import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { call } from '../call.ts';
import { readKey } from '../query-keys.ts';
import { useInstruments } from './use-reference.ts';

/** Tick, lot and multiplier of a contract hardly ever change; what moves in its record is read by whoever needs it. */
const staleMs = 600_000;

export type ContractsBySymbol = ReadonlyMap<string, FuturesContract>;

interface Traded {
  readonly venue: 'spot' | 'futures';
  readonly symbol: string;
}

function known(answers: readonly UseQueryResult<FuturesContract>[]): ContractsBySymbol {
  return new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.symbol, data] as const])));
}

/** The contracts of the futures rows, each asked for once. Those that have not arrived are missing. */
export function useContracts(profileId: string, rows: readonly Traded[] | undefined): ContractsBySymbol {
  const symbols = [...new Set(rows?.filter(({ venue }) => venue === 'futures').map(({ symbol }) => symbol))].toSorted();
  return useQueries({
    queries: symbols.map(symbol => ({
      queryKey: readKey('contracts.read', { profileId, symbol }),
      queryFn: () => call('contracts.read', { profileId, symbol }),
      staleTime: staleMs,
    })),
    combine: known,
  });
}

/** The ticks of pairs and contracts together: what a list of both venues shows its prices with. */
export function useTicks(
  profileId: string,
  contracts: ContractsBySymbol,
): ReadonlyMap<string, { readonly priceIncrement: Decimal }> {
  const pairs = useInstruments(profileId);
  return useMemo(
    () =>
      new Map([
        ...pairs,
        ...[...contracts].map(([symbol, { tickSize }]) => [symbol, { priceIncrement: tickSize }] as const),
      ]),
    [pairs, contracts],
  );
}
