import type { Balance, SubAccountHoldings } from '#shared/domain/account/account.ts';
import type { TransferEnd } from '#shared/domain/money/transfer.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useRead } from '#bridge/use-read.ts';
import { type HeldCoin, transferWalletName } from './end-coins.ts';
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

const none: readonly HeldCoin[] = [];

/** What the account of an end holds, in all its wallets. */
export function useHeldCoins(profileId: string, { userId }: Pick<TransferEnd, 'userId'>): readonly HeldCoin[] {
  const holdings = useRead('accounts.subHoldings', { profileId }, { isEnabled: userId !== null }).data;
  const balances = useAccountList(profileId, 'balances').data;
  if (userId === null) return balances ?? none;
  const held = holdings?.items.find(each => each.userId === userId)?.balances ?? none;
  return held.map(({ wallet, currency, total }) => ({ wallet: transferWalletName(wallet), currency, total }));
}

/** As the list of balances shows it: of a futures wallet the exchange counts what can be moved in another way. */
function ownBalance(reported: EndBalance | undefined, shown: Pick<Balance, 'total'> | undefined): EndBalance {
  return { total: shown?.total ?? reported?.total ?? null, transferable: reported?.transferable ?? null };
}

function heldBy(
  holdings: readonly SubAccountHoldings[],
  currency: string,
  { wallet, userId }: TransferEnd,
): EndBalance {
  const balances = holdings.find(each => each.userId === userId)?.balances ?? [];
  const held = balances.find(each => transferWalletName(each.wallet) === wallet && each.currency === currency);
  return held === undefined ? notKnown : { total: held.total, transferable: held.available };
}
