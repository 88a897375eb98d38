import { useMemo, useSyncExternalStore } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Balance } from '#shared/domain/account/account.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { contractTerms, type MarketTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { createBookSampler } from '#bridge/live/book-sampler.ts';
import { useContractList } from '#bridge/reference/use-market.ts';
import { useInstruments } from '#bridge/reference/use-reference.ts';
import { useStream } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWatch } from '#bridge/watch.ts';
import type { LadderBook, LadderFacts, LadderMarket } from '../model/ladder-facts.ts';
import { ladderBook } from './ladder-book.ts';

/** Slow enough to read a price before it moves on. */
const sampleMs = 250;
/** What the policy measures a limit by is the touch; a little more for a book that is thin. */
const bookRows = 20;

function useLadderBook(profileId: string, { venue, symbol }: Market): LadderBook {
  useWatch(profileId, { kind: 'book', venue, symbol, rows: bookRows, step: null, periodMs: sampleMs });
  const sampler = useMemo(
    () => createBookSampler({ profileId, venue, symbol, step: null }, sampleMs),
    [profileId, venue, symbol],
  );
  const book = useSyncExternalStore(sampler.subscribe, sampler.sampled);
  return useMemo(() => ladderBook(book), [book]);
}

interface MarketRules {
  readonly market: LadderMarket;
  readonly terms: MarketTerms;
}

function useMarketRules(profileId: string, { venue, symbol }: Market): MarketRules | null {
  const isFutures = venue === 'futures';
  const pair = useInstruments(profileId).get(symbol);
  const listed = useContractList(profileId, isFutures).get(symbol);
  const contract = useRead('contracts.read', { profileId, symbol }, { isEnabled: isFutures }).data ?? listed;
  return useMemo(() => {
    if (isFutures)
      return contract === undefined ? null : { market: { venue: 'futures', contract }, terms: contractTerms(contract) };
    return pair === undefined ? null : { market: { venue: 'spot', pair }, terms: spotTerms(pair) };
  }, [isFutures, pair, contract]);
}

/** What the wallet that such an order is paid out of has free; null: not known. */
function freeOf(terms: MarketTerms, balances: readonly Balance[] | undefined): LadderFacts['free'] {
  if (balances === undefined) return { base: null, quote: null };
  const freeIn = (wallet: string, currency: string): Decimal =>
    balances.find(each => each.wallet === wallet && each.currency === currency)?.available ?? '0';
  if (terms.venue === 'futures') return { base: null, quote: freeIn('futures', terms.settleCurrency) };
  // an account of the high-frequency kind trades out of a wallet of its own
  const wallet = balances.some(each => each.wallet === 'trade_hf') ? 'trade_hf' : 'trade';
  return { base: freeIn(wallet, terms.baseCurrency), quote: freeIn(wallet, terms.quoteCurrency) };
}

/** Everything a ladder knows of the world, as it moves; null until the market's own rules are known. */
export function useLadderFacts(profile: Profile, market: Market): LadderFacts | null {
  const { id: profileId } = profile;
  const book = useLadderBook(profileId, market);
  const rules = useMarketRules(profileId, market);
  const rates = useRead('accounts.marketFee', { profileId, ...market }).data ?? null;
  const balances = useAccountList(profileId, 'balances', 'glance').data;
  const policy = useRead('policy.read', { profileId }).data ?? null;
  const reconciling = useStream('reconciliation.changed');
  const objection = profile.isReadOnly
    ? 'This profile is read-only'
    : reconciling?.profileId === profileId
      ? reconciling.reason
      : null;
  return useMemo(
    () => (rules === null ? null : { ...rules, book, rates, free: freeOf(rules.terms, balances), policy, objection }),
    [rules, book, rates, balances, policy, objection],
  );
}
