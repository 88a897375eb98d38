import { countedIn } from '#features/overseer/model/valuation.ts';
import { useOversight } from '#features/overseer/use-oversight.ts';
import { valueCurrency } from '#features/risk/model/prices.ts';
import { commonCurrencies } from '#lib/money/value-currency.ts';

/** The currency that the user values accounts in, of all panels of a profile. */
export function useValueCurrency(profileId: string) {
  const { oversight, change } = useOversight(profileId);
  const currency = oversight.valueCurrency ?? valueCurrency;
  return {
    currency,
    currencies: commonCurrencies,
    onCurrency: (next: string) => change(countedIn(next, { ...oversight, valueCurrency: currency })),
  };
}
