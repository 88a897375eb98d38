import { useEffect, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { LedgerEntry } from '#shared/domain/money/transfer.ts';
import { addKnown, amountsInTransit, createRecentViews, type TotalNav } from '#features/overview/model/total-nav.ts';
import { inCurrency } from '#features/overview/model/worth.ts';
import type { OverseenLine } from '#features/overseer/model/overseen-lines.ts';
import { valueCurrency } from '#features/risk/model/prices.ts';
import type { RiskView } from '#features/risk/model/risk-view.ts';
import { isBetweenAccounts } from '#lib/money/money-moves.ts';

type OwnView = Pick<RiskView, 'worth' | 'priceOf'>;

/** The part of the read of the sub-accounts that states its times. */
interface SubAccountTimes {
  readonly updatedAtMs: number | null;
  readonly futuresAtMs: number | null;
  readonly data?: { readonly lines: readonly Pick<OverseenLine, 'knownAtMs' | 'otherWalletsAsOfMs'>[] } | undefined;
}

/** The master account now. */
interface OwnNow {
  readonly view: OwnView;
  readonly read: { readonly data?: unknown };
  readonly inputs: { readonly nowMs: number };
}

interface TotalOptions {
  readonly overseen: SubAccountTimes;
  readonly risk: OwnNow;
  readonly subsValue: Decimal | null;
  readonly currency: string;
  /** recent bookings of the master account */
  readonly ledger: readonly LedgerEntry[];
}

interface OwnAt {
  readonly asOfMs: number;
  readonly view: OwnView;
}

/**
 * The master account as it was when the sub-accounts were read: a live value beside figures of half a minute ago loses
 * the money that moved between them meanwhile.
 */
function useOwnAt(asOfMs: number | null, { view, read, inputs: { nowMs } }: OwnNow): OwnAt | null {
  const [recent] = useState(() => createRecentViews<OwnView>());
  const [own, setOwn] = useState<OwnAt | null>(null);
  const isReady = read.data !== undefined;
  useEffect(() => {
    if (isReady) recent.add(nowMs, view);
  }, [recent, isReady, nowMs, view]);
  // kept while drawing: the views of that moment are dropped after some minutes
  const then = asOfMs === null || own?.asOfMs === asOfMs ? null : recent.findAt(asOfMs);
  if (asOfMs !== null && then !== null) setOwn({ asOfMs, view: then });
  return own?.asOfMs === asOfMs ? own : null;
}

/** The total of all accounts, both parts of one moment. */
export function useTotalNav({ overseen, risk, subsValue, currency, ledger }: TotalOptions): TotalNav {
  const asOfMs = overseen.updatedAtMs;
  const own = useOwnAt(asOfMs, risk);
  if (own === null || asOfMs === null) return { value: null, asOfMs: null, transit: [] };
  const ownValue = inCurrency(own.view.worth, currency === valueCurrency ? '1' : own.view.priceOf(currency));
  const ages = (overseen.data?.lines ?? [])
    .flatMap(({ knownAtMs, otherWalletsAsOfMs }) => [knownAtMs, otherWalletsAsOfMs])
    .filter(ageMs => ageMs !== null);
  const oldestMs = Math.min(asOfMs, overseen.futuresAtMs ?? asOfMs, ...ages);
  const transit = amountsInTransit(ledger.filter(isBetweenAccounts), { oldestMs, asOfMs });
  return { value: addKnown(ownValue, subsValue), asOfMs, transit };
}
