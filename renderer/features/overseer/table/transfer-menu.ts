import { compare } from '#shared/decimal.ts';
import { transferItem } from '#state/blotter/account-menu.ts';
import { type CoinHolding, type WalletName, walletNames } from '../model/overseen-rows.ts';

type Holding = Pick<CoinHolding, 'coin' | 'value' | 'wallets'>;

/** The wallet with the most of a coin; main where no wallet has any. */
function fullestWallet({ wallets }: Holding): WalletName {
  const [fullest = 'main'] = walletNames.toSorted((a, b) => compare(wallets[b] ?? '0', wallets[a] ?? '0'));
  return fullest;
}

/** Of the menu of a coin of a sub-account: a transfer out of the wallet with the most of it. */
export function coinTransfer(userId: string, holding: Holding) {
  const wallet = fullestWallet(holding);
  // the futures wallet calls bitcoin XBT
  const currency = wallet === 'futures' && holding.coin === 'BTC' ? 'XBT' : holding.coin;
  return transferItem({ userId, currency, wallet });
}

/** Of the menu of a sub-account: a transfer of the coin with the largest value; USDT where it holds nothing. */
export function accountTransfer({ userId, coins }: { readonly userId: string; readonly coins: readonly Holding[] }) {
  const [largest] = coins.toSorted((a, b) => compare(b.value ?? '0', a.value ?? '0'));
  return largest === undefined
    ? transferItem({ userId, currency: 'USDT', wallet: 'main' })
    : coinTransfer(userId, largest);
}
