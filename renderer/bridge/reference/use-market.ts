import { useMemo } from 'react';
import { t } from '#shared/words/t.ts';
import type { Decimal } from '#shared/decimal.ts';
import { type FuturesContract, isCompleteContract } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import { type Market, splitPair } from '#shared/domain/market/market.ts';
import { usePlainRead } from '../reads/use-paced-read.ts';
import { useInstruments } from './use-reference.ts';

/** What the screen needs of a market to write its prices and sizes. */
export interface MarketInfo {
  readonly priceIncrement: Decimal;
  readonly sizeIncrement: Decimal;
}

/** What prices and sizes of a market are in. */
export interface MarketUnits {
  readonly size: string;
  readonly price: string;
}

/** The contracts that trade and whose terms the exchange states, by symbol. Empty until read, or without a reader. */
export function useContractList(profileId: string, isWanted = true): ReadonlyMap<string, FuturesContract> {
  const { data } = usePlainRead('contracts.list', { profileId }, { isEnabled: isWanted });
  return useMemo(() => new Map(data?.filter(isCompleteContract).map(each => [each.symbol, each])), [data]);
}

function infoOf(pair: SpotSymbol | undefined, contract: FuturesContract | undefined): MarketInfo | undefined {
  if (pair !== undefined) return { priceIncrement: pair.priceIncrement, sizeIncrement: pair.baseIncrement };
  if (contract !== undefined) return { priceIncrement: contract.tickSize, sizeIncrement: contract.lotSize };
  return undefined;
}

/** A market's increments; undefined until its venue has returned them. */
export function useMarketInfo(profileId: string, { venue, symbol }: Market): MarketInfo | undefined {
  const isSpot = venue === 'spot';
  const pair = useInstruments(profileId).get(symbol);
  const contract = useContractList(profileId, !isSpot).get(symbol);
  return useMemo(() => infoOf(isSpot ? pair : undefined, isSpot ? undefined : contract), [isSpot, pair, contract]);
}

/** A pair trades its base for its quote; of a contract lots are traded, at prices in its quote currency. */
export function useMarketUnits(profileId: string, { venue, symbol }: Market): MarketUnits {
  const contract = useContractList(profileId, venue === 'futures').get(symbol);
  const price = contract?.quoteCurrency ?? '';
  return useMemo(() => {
    if (venue === 'futures') return { size: t`lots`, price };
    const { base, quote } = splitPair(symbol);
    return { size: base, price: quote ?? '' };
  }, [venue, symbol, price]);
}
