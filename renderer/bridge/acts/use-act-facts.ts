import { useMemo, useSyncExternalStore } from 'react';
import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { compare } from '#shared/decimal.ts';
import type { LiveBook, Touch } from '#shared/domain/live.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { FuturesContract, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { contractTerms, type MarketTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { judge, type PolicyVerdict } from '#shared/policy/judge.ts';
import type { PolicyAct } from '#shared/policy/policy-act.ts';
import { createBookSampler } from '../live/book-sampler.ts';
import { useInstruments } from '../reference/use-reference.ts';
import { useRead } from '../use-read.ts';
import { useWatch } from '../watch.ts';
import { t } from '#shared/words/t.ts';

/** What an act on a market is measured by: its live book, or why there is none. */
export type ActBook =
  | { readonly state: 'live'; readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }
  | { readonly state: 'none'; readonly reason: string };

/** What a sheet that acts on one market knows of it, as it moves. */
export interface ActFacts {
  readonly terms: MarketTerms;
  readonly pair: SpotSymbol | null;
  readonly contract: FuturesContract | null;
  /** lowest first; empty: not known, or none */
  readonly levels: readonly RiskLimitLevel[];
  readonly book: ActBook;
  /** null: not known */
  readonly policy: PolicyState | null;
}

const rows = 100;
const sampleMs = 200;
const noLevels: readonly RiskLimitLevel[] = [];

function bookOf(book: LiveBook | undefined): ActBook {
  if (book === undefined) return { state: 'none', reason: t`The book has not come yet.` };
  if (book.state !== 'live') return { state: 'none', reason: book.detail ?? t`The book is ${book.state}.` };
  const [bid, ask] = [book.bids[0], book.asks[0]];
  const isCrossed = bid !== undefined && ask !== undefined && compare(bid[0], ask[0]) >= 0;
  if (isCrossed) return { state: 'none', reason: t`The book is crossed: its bid is above its ask.` };
  return { state: 'live', bids: book.bids, asks: book.asks };
}

function useActBook(profileId: string, { venue, symbol }: Market): ActBook {
  useWatch(profileId, { kind: 'book', venue, symbol, rows, step: null, periodMs: sampleMs });
  const sampler = useMemo(
    () => createBookSampler({ profileId, venue, symbol, step: null }, sampleMs),
    [profileId, venue, symbol],
  );
  const book = useSyncExternalStore(sampler.subscribe, sampler.sampled);
  return useMemo(() => bookOf(book), [book]);
}

/** Null until the market's own rules are known. */
export function useActFacts(profileId: string, market: Market): ActFacts | null {
  const { symbol, venue } = market;
  const isFutures = venue === 'futures';
  const book = useActBook(profileId, market);
  const pair = useInstruments(profileId).get(symbol);
  const contract = useRead('contracts.read', { profileId, symbol }, { isEnabled: isFutures }).data;
  const levels = useRead('contracts.riskLevels', { profileId, symbol }, { isEnabled: isFutures }).data ?? noLevels;
  const policy = useRead('policy.read', { profileId }).data ?? null;
  if (isFutures) {
    if (contract === undefined) return null;
    return { terms: contractTerms(contract), pair: null, contract, levels, book, policy };
  }
  return pair === undefined ? null : { terms: spotTerms(pair), pair, contract: null, levels, book, policy };
}

export function touchOf(book: ActBook): Touch {
  if (book.state === 'none') return { bid: null, ask: null };
  return { bid: book.bids[0]?.[0] ?? null, ask: book.asks[0]?.[0] ?? null };
}

/** What main will say of it, by the very code of main. Null: not enough is known here, and main says it then. */
export function judgeHere(act: PolicyAct | null, { policy, book }: ActFacts): PolicyVerdict | null {
  if (act === null || policy === null || book.state === 'none') return null;
  return judge(act, policy.policy, { book, rates: policy.rates, spentToday: policy.spentToday });
}
