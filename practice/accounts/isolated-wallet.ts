import type { IsolatedWallet, Wallet } from './types.ts';

const prefix = 'isolated:';

/** The wallet of a pair's isolated margin. */
export function isolatedWallet(symbol: string): IsolatedWallet {
  return `isolated:${symbol}`;
}

/** The pair whose isolated margin this wallet is; null for every other wallet. */
export function isolatedSymbolOf(wallet: Wallet): string | null {
  return wallet.startsWith(prefix) ? wallet.slice(prefix.length) : null;
}

/** What the service calls the kind of wallet: all isolated ones are `isolated` (docs/exchange/records.md §10.1). */
export function walletTypeOf(wallet: Wallet): 'main' | 'trade' | 'margin' | 'isolated' | 'futures' {
  return isIsolated(wallet) ? 'isolated' : wallet;
}

function isIsolated(wallet: Wallet): wallet is IsolatedWallet {
  return wallet.startsWith(prefix);
}
