import type { Balance, SubAccountHoldings } from '#shared/domain/account/account.ts';
import type { TransferEnd } from '#shared/domain/money/transfer.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useRead } from '#bridge/use-read.ts';
import type { EndBalance } from './transfer-form.ts';

const notKnown: EndBalance = { total: null, transferable: null };

/** What an end holds of a currency: an own wallet by what the exchange says can be moved, a sub-account's by its holdings. */
export function useEndBalance(profileId: string, currency: string, end: TransferEnd): EndBalance {
  const { wallet, symbol, userId } = end;
  const isOwn = userId === null;
  const isNamed = wallet !== 'isolated' || symbol !== null;
  const own = useRead(
    'transfers.transferable',
    { profileId, currency, wallet, symbol },
    { isEnabled: isOwn && isNamed },
  ).data;
  const holdings = useRead('accounts.subHoldings', { profileId }, { isEnabled: !isOwn }).data;
  const balances = useAccountList(profileId, 'balances').data;
  if (!isOwn) return heldBy(holdings?.items ?? [], currency, end);
  return ownBalance(
    own,
    balances?.find(each => each.wallet === wallet && each.currency === currency),
  );
}

/** As the list of balances shows it: of a futures wallet the exchange counts what can be moved in another way. */
function ownBalance(told: EndBalance | undefined, shown: Pick<Balance, 'total'> | undefined): EndBalance {
  return { total: shown?.total ?? told?.total ?? null, transferable: told?.transferable ?? null };
}

function heldBy(
  holdings: readonly SubAccountHoldings[],
  currency: string,
  { wallet, userId }: TransferEnd,
): EndBalance {
  const balances = holdings.find(each => each.userId === userId)?.balances ?? [];
  const held = balances.find(each => each.wallet === wallet && each.currency === currency);
  return held === undefined ? notKnown : { total: held.total, transferable: held.available };
}
