import { isolatedWallet } from '#practice/accounts/isolated-wallet.ts';
import type { Wallet } from '#practice/accounts/types.ts';
import type { SpotPlacement } from '../types.ts';

/** The wallet that an order pays out of and is paid into. */
export function walletOf({ tradeType, symbol }: Pick<SpotPlacement, 'tradeType' | 'symbol'>): Wallet {
  if (tradeType === 'MARGIN_TRADE') return 'margin';
  return tradeType === 'MARGIN_ISOLATED_TRADE' ? isolatedWallet(symbol) : 'trade';
}
