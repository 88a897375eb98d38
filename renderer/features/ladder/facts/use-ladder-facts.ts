import { useMemo } from 'react';
import { missingOf } from '#shared/domain/completeness.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fundsOf, type PaidFrom } from '#shared/order-entry/funds.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useContractMargin } from '#bridge/account/use-contract-margin.ts';
import { usePositionMode } from '#bridge/account/use-position-mode.ts';
import { useActionBook } from '#bridge/actions/use-action-book.ts';
import { type MarketRules, useMarketRules } from '#bridge/actions/use-market-rules.ts';
import { useStream } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';
import type { LadderDraft } from '../model/ladder-draft.ts';
import type { LadderFacts, LadderMarket } from '../model/ladder-facts.ts';
import { t } from '#shared/words/t.ts';

/**
 * Slow enough to read a price before it moves on. What the policy measures a limit by is the touch; a little more for a
 * book that is thin.
 */
const howOften = { rows: 20, sampleMs: 250 };

/** The futures account as far as an order on a contract depends on it. */
type FuturesAccount = Omit<Extract<LadderMarket, { venue: 'futures' }>, 'venue' | 'contract'>;

function marketOf({ pair, contract }: MarketRules, account: FuturesAccount): LadderMarket | null {
  if (contract !== null) return { venue: 'futures', contract, ...account };
  return pair === null ? null : { venue: 'spot', pair };
}

function useFuturesAccount(profileId: string, market: Market): FuturesAccount {
  const isFutures = market.venue === 'futures';
  const positionMode = usePositionMode(profileId, isFutures);
  const positions = useAccountList(profileId, 'positions', isFutures ? 'glance' : null).data;
  const margin = useContractMargin(profileId, market);
  return useMemo(() => ({ positionMode, positions, margin }), [positionMode, positions, margin]);
}

function useWallets(profileId: string, isOnMargin: boolean): PaidFrom {
  const { data: balances, completeness } = useAccountList(profileId, 'balances', 'glance');
  const margin = useAccountList(profileId, 'margin.accounts', isOnMargin ? 'glance' : null).data;
  return useMemo(() => ({ balances, margin, missing: missingOf(completeness) }), [balances, margin, completeness]);
}

/** Everything a ladder knows of the world, as it moves; null until the market's own rules are known. */
export function useLadderFacts(profile: Profile, market: Market, account: LadderDraft['account']): LadderFacts | null {
  const { id: profileId } = profile;
  const book = useActionBook(profileId, market, howOften);
  const rules = useMarketRules(profileId, market);
  const rates = useRead('accounts.marketFee', { profileId, ...market }).data ?? null;
  const wallets = useWallets(profileId, market.venue === 'spot' && account !== 'spot');
  const tradeType = market.venue === 'futures' ? 'futures' : account;
  const policy = useRead('policy.read', { profileId }).data ?? null;
  const futures = useFuturesAccount(profileId, market);
  const reconciling = useStream('reconciliation.changed');
  const validationError = profile.isReadOnly
    ? t`This profile is read-only`
    : reconciling?.profileId === profileId
      ? reconciling.reason
      : null;
  return useMemo(() => {
    const of = rules === null ? null : marketOf(rules, futures);
    if (rules === null || of === null) return null;
    const { terms } = rules;
    return { terms, market: of, book, rates, free: fundsOf(tradeType, terms, wallets), policy, validationError };
  }, [rules, futures, book, rates, wallets, tradeType, policy, validationError]);
}
