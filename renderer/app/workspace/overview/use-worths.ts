import { inCurrency, type AccountValue } from '#features/overview/model/worth.ts';
import { countedIn } from '#features/overseer/model/valuation.ts';
import { totalsText } from '#features/overseer/totals-text.ts';
import type { useOverseen } from '#features/overseer/use-overseen.ts';
import type { OversightChoice } from '#features/overseer/use-oversight.ts';
import { valueCurrency } from '#features/risk/model/prices.ts';
import type { RiskView } from '#features/risk/model/risk-view.ts';
import type { Risk } from '#features/risk/use-risk.ts';
import { commonCurrencies } from '#lib/money/value-currency.ts';
import type { LedgerEntry } from '#shared/domain/money/transfer.ts';
import { useTotalNav } from './use-total-nav.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { t } from '#shared/words/t.ts';

interface WorthsOptions {
  readonly overseen: ReturnType<typeof useOverseen>;
  readonly risk: Risk;
  readonly choice: OversightChoice;
  /** recent bookings of the master account */
  readonly ledger: readonly LedgerEntry[];
}

function ownWorth(view: RiskView | undefined, currency: string): AccountValue {
  if (view === undefined) return { value: null, scope: t`its wallets are not loaded yet`, leftOut: [] };
  const value = inCurrency(view.worth, currency === valueCurrency ? '1' : view.priceOf(currency));
  const scope = t`main, trade and futures wallets (with unrealised PnL) and margin accounts less liabilities, at last spot prices`;
  return { value, scope, leftOut: view.leftOut };
}

function subsWorth({ data, error }: WorthsOptions['overseen'], currency: string): AccountValue {
  const none = { value: null, leftOut: [] };
  if (data === undefined) return { ...none, scope: error === null ? t`not loaded yet` : t`unknown: ${error.message}` };
  // a key that sees none has nothing there
  if (data.lines.length === 0) return { value: '0', scope: t`this key sees no sub-account`, leftOut: [] };
  const value = data.valuation.currency === currency ? data.totals.value : null;
  return { value, scope: totalsText(data), leftOut: [] };
}

/** What there is, in the currency that the user counts in. */
export function useWorths({ overseen, risk, choice, ledger }: WorthsOptions) {
  const { view, read } = risk;
  const { oversight, change } = choice;
  const { data } = overseen;
  const asked = oversight.valueCurrency ?? valueCurrency;
  const currency = data === undefined || data.lines.length === 0 ? asked : data.valuation.currency;
  // computed each time: texts with own figures follow the privacy level
  usePrivacy();
  const isOwnKnown = read.data !== undefined;
  const priced = data?.currencies ?? [];
  const subs = subsWorth(overseen, currency);
  const total = useTotalNav({ overseen, risk, subsValue: subs.value, currency, ledger });
  return {
    total,
    own: { ...ownWorth(isOwnKnown ? view : undefined, currency), read },
    subs: { ...subs, read: overseen },
    currency,
    currencies: priced.length > 0 ? priced : commonCurrencies,
    onCurrency: (next: string) =>
      change(data === undefined ? { valueCurrency: next } : countedIn(next, { ...oversight, valueCurrency: currency })),
  };
}
