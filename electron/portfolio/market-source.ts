import type { Candle } from '#shared/domain/market/candle.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions, CandlesQuery } from '#client/types.ts';
import { leaveOut } from '#client/wire/unreadable-rows.ts';

export type ListedContract = Pick<FuturesContract, 'symbol' | 'multiplier' | 'isInverse' | 'settleCurrency'>;

/** What is read of the exchange for figures of the past. */
export interface MarketSource {
  readonly candles: (query: CandlesQuery) => Promise<Result<readonly Candle[]>>;
  /** symbols of the spot pairs */
  readonly pairs: () => Promise<Result<readonly string[]>>;
  readonly contracts: () => Promise<Result<readonly ListedContract[]>>;
  /** the exchange's time */
  readonly nowMs: () => number;
}

export type MarketClient = Pick<ExchangeClient, 'market' | 'reference' | 'link'>;

const patient: CallOptions = { priority: 'background' };
const lists: CallOptions = { ...patient, unreadable: leaveOut };

/** The exchange's time − the local one, ms. */
export function clockOffsetMs({ link }: Pick<MarketClient, 'link'>): number {
  return link().clock.offsetMs ?? 0;
}

/** Public lists and candles of the exchange, read with the lowest priority. */
export function createMarketSource(client: MarketClient, localNowMs: () => number): MarketSource {
  return {
    candles: query => client.market.candles(query, patient),
    pairs: async () => {
      const symbols = await client.reference.symbols({}, lists);
      return symbols.ok ? succeed(symbols.value.map(({ symbol }) => symbol)) : symbols;
    },
    contracts: async () => {
      const contracts = await client.reference.contracts({}, lists);
      if (!contracts.ok) return contracts;
      return succeed(
        contracts.value.flatMap(({ symbol, multiplier, isInverse, settleCurrency }) => {
          // a contract without terms is unknown to the figures of the past
          const hasTerms = multiplier !== null && settleCurrency !== null;
          return hasTerms ? [{ symbol, multiplier, isInverse, settleCurrency }] : [];
        }),
      );
    },
    nowMs: () => localNowMs() + clockOffsetMs(client),
  };
}
