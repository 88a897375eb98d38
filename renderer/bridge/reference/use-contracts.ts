import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import { type ContractRecord, type FuturesContract, isCompleteContract } from '#shared/domain/market/futures.ts';
import { call } from '../call.ts';
import { readKey } from '../query-keys.ts';
import { useInstruments } from './use-reference.ts';

/**
 * Tick, lot and multiplier of a contract hardly ever change; the changing fields of its record are read where they are
 * needed.
 */
const staleMs = 600_000;

export type ContractsBySymbol = ReadonlyMap<string, FuturesContract>;

interface Traded {
  readonly venue: 'spot' | 'futures';
  readonly symbol: string;
}

function known(answers: readonly UseQueryResult<ContractRecord>[]): ContractsBySymbol {
  const contracts = answers.flatMap(({ data }) => data ?? []).filter(isCompleteContract);
  return new Map(contracts.map(contract => [contract.symbol, contract]));
}

/** The contracts of the futures rows, each asked for once. Those that have not arrived, or lack terms, are missing. */
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
