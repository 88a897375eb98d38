import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { hourBefore } from '#shared/domain/overseen/recent-looks.ts';
import type { WatchedAccounts } from '#shared/domain/overseen/watched-accounts.ts';
import type { Oversight, SeenAccounts } from '#shared/domain/account/oversight.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { completenessOf, missingOf } from '#shared/domain/completeness.ts';
import type { Decimal } from '#shared/decimal.ts';
import { useRead } from '#bridge/use-read.ts';
import { findingsOf, type Finding } from './model/attention.ts';
import type { ComparedSnapshot } from './model/changes/change-feed.ts';
import { isListed, type ListedChange } from './model/changes/recorded-changes.ts';
import { amountsAt, type ChangeOptions, changesBetween } from './model/changes/changes.ts';
import { type OverseenLine, overseenLines } from './model/overseen-lines.ts';
import type { OverseenTotals } from './model/overseen-rows.ts';
import { type CoinPrices, type Valuation, valuationIn } from './model/valuation.ts';
import { valueChange } from './model/changes/value-change.ts';
import { type ChangeHistory, useChangeHistory } from './use-change-history.ts';
import type { PastState } from '#bridge/history/use-past.ts';
import { publishSnapshot, useWatched } from './overseen-watch.ts';
import { type Answers, type Valued, valueAll } from './value-accounts.ts';
import { useMarketRates } from '#bridge/live/use-market-rates.ts';
import { t } from '#shared/words/t.ts';

const none: readonly never[] = [];
/** The sub-accounts as they are now. */
export interface Overseen {
  readonly lines: readonly OverseenLine[];
  readonly totals: OverseenTotals;
  readonly prices: CoinPrices;
  /** what values can be shown in */
  readonly currencies: readonly string[];
  readonly valuation: Valuation;
  readonly findings: readonly Finding[];
  /** what counts as small, in the currency that values are shown in; null: not known */
  readonly smallBelow: Decimal | null;
  /** what the user's own amount for it is in */
  readonly smallCurrency: string;
  /** the changes that have been read, newest first */
  readonly changes: readonly ListedChange[];
  /** when windows saw the accounts first of all; null: the first look is this one */
  readonly seenFromMs: number | null;
  /** how far the change history is read, and what it covers */
  readonly past: PastState;
  /** what can be compared with how it is now */
  readonly looks: ComparedSnapshots;
  /** which differences are reported */
  readonly changeOptions: ChangeOptions;
  /** what changes of worth are measured from; null: the first look is this one */
  readonly sinceMs: number | null;
  /** how it is now, to be kept when the user says that they have seen it */
  readonly now: SeenAccounts;
}

/**
 * Since the first snapshot of this session, the last acknowledgement, the last snapshot before Fathom was closed, or an
 * hour ago.
 */
export type Since = ComparedSnapshot;

/** How it was then; null: it is not known. */
export type ComparedSnapshots = Readonly<Record<Since, SeenAccounts | null>>;

interface OverseenOptions {
  readonly oversight: Oversight;
  readonly since: Since;
}

/** Every page of both lists, and the futures wallets, joined and valued, with the changes since earlier snapshots. */
export function useOverseen(profileId: string, { oversight, since }: OverseenOptions) {
  const { answers, read, futuresAtMs } = useAnswers(profileId);
  const watched = useWatched(profileId);
  const rates = useMarketRates(profileId);
  const valued = useMemo(
    () => (answers === undefined ? undefined : valueAll(answers, oversight, rates)),
    [answers, oversight, rates],
  );
  useNotedChanges(profileId, { valued, watched });
  const { seen } = oversight;
  const looks = useMemo(
    (): ComparedSnapshots => ({
      session: watched?.first ?? null,
      seen,
      closed: watched?.closed ?? null,
      hour: hourBefore(watched?.recent ?? none, watched?.last.atMs ?? 0),
    }),
    [watched, seen],
  );
  const history = useChangeHistory(profileId, watched?.changes ?? none);
  const baseline = looks[since] ?? looks.session;
  const overseen = useMemo(
    () => (valued === undefined ? undefined : joinOverseen({ valued, oversight, baseline, watched, looks, history })),
    // oxlint-disable-next-line react/exhaustive-deps -- the parts of the history stand for it
    [
      valued,
      oversight,
      baseline,
      watched,
      looks,
      history.changes,
      history.state.coverage,
      history.state.isReading,
      history.state.error,
      history.state.loadedMs,
    ],
  );
  return { ...read, data: overseen, futuresAtMs };
}

interface JoinOptions {
  readonly valued: Valued;
  readonly oversight: Oversight;
  /** what changes of value are measured from */
  readonly baseline: SeenAccounts | null;
  readonly watched: WatchedAccounts | null | undefined;
  readonly looks: ComparedSnapshots;
  readonly history: ChangeHistory;
}

/** The accounts with what changed and which limits are breached. */
function joinOverseen({ valued, oversight, baseline, watched, looks, history }: JoinOptions): Overseen {
  const { rows, totals, prices, currencies, valuation, now, changeOptions } = valued;
  const changeOf = (userId: string) => valueChange(userId, [baseline, now], { base: prices.base, valuation });
  const named = (change: ListedChange) =>
    change.name === '' ? { ...change, name: nameIn(now, change.userId) } : change;
  const changes = history.changes.filter(change => isListed(change, changeOptions)).map(named);
  const seenAtMs = oversight.seen?.atMs ?? 0;
  const unseen = new Set(changes.filter(({ atMs }) => atMs > seenAtMs).map(({ userId }) => userId));
  const amountsBefore = (userId: string) => amountsAt(userId, [baseline, now]);
  const knownAtMs = (userId: string) => (hasBalances(now, userId) ? now.atMs : (watched?.knownAtMs[userId] ?? null));
  return {
    lines: overseenLines(rows, {
      oversight,
      wholeValue: totals.value,
      changeOf,
      amountsBefore,
      knownAtMs,
      statusAtMs: valued.statusAtMs,
      unseen,
    }),
    findings: findingsOf(rows, {
      rules: oversight.rules,
      measureIn: valued.measureIn,
      changeOf: (userId, rule) =>
        valueChange(userId, [looks[rule.window] ?? looks.session, now], {
          base: prices.base,
          valuation: valuationIn(prices, rule.currency),
        }),
      acknowledged: oversight.acknowledged,
      nowMs: now.atMs,
    }),
    smallBelow: valued.smallBelow,
    smallCurrency: valued.smallCurrency,
    changes,
    seenFromMs: watched?.beganAtMs ?? null,
    past: history.state,
    looks,
    changeOptions,
    sinceMs: baseline?.atMs ?? null,
    totals,
    prices,
    currencies,
    valuation,
    now,
  };
}

/**
 * The three reads as one; without the list of balances there is nothing to show, without the others something is
 * missing.
 */
function useAnswers(profileId: string) {
  const holdings = useRead('accounts.subHoldings', { profileId });
  const accounts = useRead('accounts.subAccounts', { profileId });
  const contracts = useRead('contracts.list', { profileId });
  const currencies = useMemo(
    () => [...new Set((contracts.data ?? none).flatMap(({ settleCurrency }) => settleCurrency ?? []))].toSorted(),
    [contracts.data],
  );
  const isAsked = currencies.length > 0;
  const futures = useRead('accounts.subFutures', { profileId, currencies }, { isEnabled: isAsked });
  // an exchange without contracts has no futures wallets to wait for
  const hasNone = contracts.data !== undefined && !isAsked;
  const hasFutures = hasNone || (futures.data !== undefined && futures.data.completeness.kind === 'whole');
  const futuresError = futures.error ?? contracts.error;
  const answers = useMemo(
    (): Answers | undefined =>
      holdings.data === undefined || (accounts.data === undefined && accounts.error === null)
        ? undefined
        : {
            holdings: holdings.data.items,
            accounts: accounts.data?.items ?? none,
            futures: futures.data?.items ?? none,
            asOfMs: holdings.data.asOfMs,
            hasFutures,
            statusAtMs: accounts.data?.asOfMs ?? null,
            isWhole: hasNone || futures.data !== undefined || futuresError !== null,
          },
    [holdings.data, accounts.data, accounts.error, futures.data, futuresError, hasFutures, hasNone],
  );
  const missing: readonly MissingPart[] = [
    ...missingOf(holdings.data?.completeness),
    ...missingOf(accounts.data?.completeness),
    ...missingOf(futures.data?.completeness),
    ...missingRead(t`sub-account list`, accounts),
    ...missingRead(t`all futures wallets`, { data: futures.data, error: futuresError }),
  ];
  const read = {
    ...holdings,
    completeness: completenessOf(missing),
    updatedAtMs: holdings.data?.asOfMs ?? null,
    retry: () => {
      for (const each of [holdings, accounts, ...(isAsked ? [futures] : [])]) each.retry();
    },
  };
  return { answers, read, futuresAtMs: futures.data?.asOfMs ?? null };
}

function missingRead(
  part: string,
  { data, error }: Pick<ReturnType<typeof useRead>, 'data' | 'error'>,
): readonly MissingPart[] {
  return data === undefined && error !== null ? [{ part, reason: error.message, asOfMs: null }] : [];
}

function nameIn({ accounts }: SeenAccounts, userId: string): string {
  return (Object.hasOwn(accounts, userId) ? accounts[userId]?.name : undefined) ?? userId;
}

function hasBalances({ accounts }: SeenAccounts, userId: string): boolean {
  return Object.hasOwn(accounts, userId) && accounts[userId]?.coins !== null;
}

interface Noting {
  readonly valued: Valued | undefined;
  readonly watched: WatchedAccounts | null | undefined;
}

/** Compares each look with the one before, once for all windows. */
function useNotedChanges(profileId: string, { valued, watched }: Noting): void {
  const client = useQueryClient();
  useEffect(() => {
    if (valued === undefined || watched === undefined || !valued.isWhole) return;
    const { now, changeOptions } = valued;
    void publishSnapshot(client, profileId, {
      watched,
      now,
      changes: before => changesBetween(before, now, changeOptions),
    });
  }, [client, profileId, valued, watched]);
}
