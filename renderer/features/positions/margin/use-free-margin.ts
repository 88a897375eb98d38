import type { Decimal } from '#shared/decimal.ts';
import { futuresWalletName, missingOf } from '#shared/domain/completeness.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';

/** What is free in the futures wallet of the settlement currency; null while it is not known. */
export function useFreeMargin(profileId: string, currency: string): Decimal | null {
  const { data, completeness } = useAccountList(profileId, 'balances');
  // the wallet itself did not answer: what it held before is no word on what is free now
  const isMissing = missingOf(completeness).some(({ part }) => part === futuresWalletName(currency));
  if (isMissing) return null;
  return data?.find(balance => balance.wallet === 'futures' && balance.currency === currency)?.available ?? null;
}
