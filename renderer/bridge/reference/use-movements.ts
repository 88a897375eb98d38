import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { Decimal } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { dailyMovement } from '#shared/risk/movement.ts';
import { call } from '../call.ts';
import { readKey } from '../query-keys.ts';

/** What weeks of hours say does not change within minutes. */
const everyMs = 600_000;

export type MovementsByMarket = ReadonlyMap<string, Decimal>;

type Moved = readonly [string, Decimal | null];

function known(answers: readonly UseQueryResult<Moved>[]): MovementsByMarket {
  return new Map(
    answers.flatMap(({ data }) => (data === undefined || data[1] === null ? [] : [[data[0], data[1]] as const])),
  );
}

function movementKey({ venue, symbol }: Market): string {
  return `${venue}:${symbol}`;
}

/** How far each market moves in a day, by its hours. Those that have not arrived, or have too few rows, are missing. */
export function useMovements(profileId: string, markets: readonly Market[]): MovementsByMarket {
  return useQueries({
    queries: markets.map(({ venue, symbol }) => {
      const input = { profileId, venue, symbol, interval: '1hour', beforeMs: null } as const;
      return {
        queryKey: readKey('candles.history', input),
        queryFn: () => call('candles.history', input),
        staleTime: everyMs,
        refetchInterval: everyMs,
        select: (candles: readonly Candle[]): Moved => [movementKey({ venue, symbol }), dailyMovement(candles)],
      };
    }),
    combine: known,
  });
}
