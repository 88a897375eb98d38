import { useMemo, useSyncExternalStore } from 'react';
import { missingOf } from '#shared/domain/completeness.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fundsOf, type PaidFrom } from '#shared/order-entry/funds.ts';
import { contractTerms, type MarketTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { createBookSampler } from '#bridge/live/book-sampler.ts';
import { useContractList } from '#bridge/reference/use-market.ts';
import { useInstruments } from '#bridge/reference/use-reference.ts';
import { useStream } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWatch } from '#bridge/watch.ts';
import type { LadderDraft } from '../model/ladder-draft.ts';
import type { LadderBook, LadderFacts, LadderMarket } from '../model/ladder-facts.ts';
import { ladderBook } from './ladder-book.ts';
import { t } from '#shared/words/t.ts';

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

function useWallets(profileId: string, isOnMargin: boolean): PaidFrom {
  const { data: balances, completeness } = useAccountList(profileId, 'balances', 'glance');
  const margin = useAccountList(profileId, 'margin.accounts', isOnMargin ? 'glance' : null).data;
  return useMemo(() => ({ balances, margin, missing: missingOf(completeness) }), [balances, margin, completeness]);
}

/** Everything a ladder knows of the world, as it moves; null until the market's own rules are known. */
export function useLadderFacts(profile: Profile, market: Market, account: LadderDraft['account']): LadderFacts | null {
  const { id: profileId } = profile;
  const book = useLadderBook(profileId, market);
  const rules = useMarketRules(profileId, market);
  const rates = useRead('accounts.marketFee', { profileId, ...market }).data ?? null;
  const wallets = useWallets(profileId, market.venue === 'spot' && account !== 'spot');
  const tradeType = market.venue === 'futures' ? 'futures' : account;
  const policy = useRead('policy.read', { profileId }).data ?? null;
  const reconciling = useStream('reconciliation.changed');
  const objection = profile.isReadOnly
    ? t`This profile is read-only`
    : reconciling?.profileId === profileId
      ? reconciling.reason
      : null;
  return useMemo(
    () =>
      rules === null
        ? null
        : { ...rules, book, rates, free: fundsOf(tradeType, rules.terms, wallets), policy, objection },
    [rules, book, rates, wallets, tradeType, policy, objection],
  );
}
