import { useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { LedgerEntry } from '#shared/domain/money/transfer.ts';
import { addKnown, amountsInTransit, isSameMoment, type TotalNav } from '#features/overview/model/total-nav.ts';
import { inCurrency } from '#features/overview/model/worth.ts';
import type { useOverseen } from '#features/overseer/use-overseen.ts';
import { valueCurrency } from '#features/risk/model/prices.ts';
import type { RiskView } from '#features/risk/model/risk-view.ts';
import type { Risk } from '#features/risk/use-risk.ts';
import { isBetweenAccounts } from '#lib/money/money-moves.ts';

interface TotalOptions {
  readonly overseen: ReturnType<typeof useOverseen>;
  readonly risk: Risk;
  readonly subsValue: Decimal | null;
  readonly currency: string;
  /** recent bookings of the master account */
  readonly ledger: readonly LedgerEntry[];
}

interface OwnAt {
  readonly asOfMs: number;
  readonly view: RiskView;
}

/**
 * The master account as it was when the sub-accounts were read: a live value beside figures of half a minute ago loses
 * the money that moved between them meanwhile.
 */
function useOwnAt(asOfMs: number | null, { view, read, inputs }: Risk): OwnAt | null {
  const [own, setOwn] = useState<OwnAt | null>(null);
  const isReady = read.data !== undefined;
  // kept while drawing: the view of this moment is gone with the next one
  if (asOfMs !== null && isReady && own?.asOfMs !== asOfMs && isSameMoment(inputs.nowMs, asOfMs))
    setOwn({ asOfMs, view });
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
