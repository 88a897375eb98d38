import { useMemo } from 'react';
import {
  type ContractRecord,
  type FuturesContract,
  isCompleteContract,
  type RiskLimitLevel,
} from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Failure } from '#shared/errors.ts';
import { contractTerms, type MarketTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { unstatedTermsText } from '#shared/rules/contract-terms.ts';
import { useContractList } from '../reference/use-market.ts';
import { useInstruments } from '../reference/use-reference.ts';
import { type Read, useRead } from '../use-read.ts';
import { t } from '#shared/words/t.ts';

/** The rules of one market as the exchange writes them: of a pair, or of a contract. */
export interface MarketRules {
  readonly terms: MarketTerms;
  readonly pair: SpotSymbol | null;
  readonly contract: FuturesContract | null;
}

/** Null until they are known and complete. A contract is the listed one until it was read by itself. */
export function useMarketRules(profileId: string, { venue, symbol }: Market): MarketRules | null {
  const isFutures = venue === 'futures';
  const pair = useInstruments(profileId).get(symbol);
  const listed = useContractList(profileId, isFutures).get(symbol);
  const contract = useRead('contracts.read', { profileId, symbol }, { isEnabled: isFutures }).data ?? listed;
  return useMemo(() => {
    if (isFutures) {
      const isKnown = contract !== undefined && isCompleteContract(contract);
      return isKnown ? { terms: contractTerms(contract), pair: null, contract } : null;
    }
    return pair === undefined ? null : { terms: spotTerms(pair), pair, contract: null };
  }, [isFutures, pair, contract]);
}

/**
 * The same as a read that a sheet shows: loading, or why there are no rules, with a way to retry. A market that the
 * exchange does not list fails as `not-found`.
 */
export function useMarketRead(profileId: string, { venue, symbol }: Market): Read<MarketRules> {
  const rules = useMarketRules(profileId, { venue, symbol });
  const isFutures = venue === 'futures';
  const contract = useRead('contracts.read', { profileId, symbol }, { isEnabled: isFutures });
  const pairs = useRead('symbols.list', { profileId }, { isEnabled: !isFutures });
  const read = isFutures ? contract : pairs;
  if (rules !== null) return { ...read, data: rules, error: null, isLoading: false };
  if (contract.data !== undefined) return withoutTerms(contract, contract.data);
  const isUnlisted = read.data !== undefined && !isFutures;
  return { ...read, data: undefined, error: isUnlisted ? unlisted(symbol) : read.error };
}

/** The read of a contract that lacks terms: failed, with the fields that the exchange does not state. */
function withoutTerms<T>(read: Read<ContractRecord>, contract: ContractRecord): Read<T> {
  const message = unstatedTermsText(contract);
  return { ...read, data: undefined, error: { kind: 'bad-reply', message, isOutcomeUnknown: false }, isLoading: false };
}

/** A contract as the exchange states it; undefined: not read. */
export function useContractRecord(profileId: string, symbol: string): ContractRecord | undefined {
  return useRead('contracts.read', { profileId, symbol }).data;
}

/** A contract with all of its terms as a read that a sheet shows; one without them fails. */
export function useCompleteContract(profileId: string, symbol: string): Read<FuturesContract> {
  const read = useRead('contracts.read', { profileId, symbol });
  const { data } = read;
  if (data === undefined) return { ...read, data };
  return isCompleteContract(data) ? { ...read, data } : withoutTerms(read, data);
}

function unlisted(symbol: string): Failure {
  return { kind: 'not-found', message: t`${symbol} is not listed at the exchange now.`, isOutcomeUnknown: false };
}

const noLevels: readonly RiskLimitLevel[] = [];

/** The risk limits of a contract, lowest first; empty: not known, or it is a pair. */
export function useRiskLevels(profileId: string, { venue, symbol }: Market): readonly RiskLimitLevel[] {
  const read = useRead('contracts.riskLevels', { profileId, symbol }, { isEnabled: venue === 'futures' });
  return read.data ?? noLevels;
}
