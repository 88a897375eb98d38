import type { Decimal } from '#shared/decimal.ts';
import type { Balance } from '#shared/domain/account/account.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { futuresWalletName } from '#shared/domain/completeness.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import type { MarketTerms } from './market-terms.ts';

/** What an order is paid with. Null: not known. */
export interface Funds {
  /** on futures unused */
  readonly base: Decimal | null;
  /** quote currency on spot and margin, settlement currency on futures */
  readonly quote: Decimal | null;
}

export interface PaidFrom {
  /** undefined: not known */
  readonly balances: readonly Balance[] | undefined;
  readonly margin: readonly MarginAccountRow[] | undefined;
  /** wallets that did not answer: what they held before is no word on what is free now */
  readonly missing: readonly MissingPart[];
}

const unknown: Funds = { base: null, quote: null };

/** The one cross account, or that of the isolated pair. */
export function marginAccountOf(
  tradeType: TradeType,
  symbol: string,
  margin: readonly MarginAccountRow[] | undefined,
): MarginAccountRow | undefined {
  return margin?.find(each => each.type === tradeType && (tradeType === 'cross' || each.symbol === symbol));
}

/** What an order of this kind is paid with: the trading wallet, a margin account, or the futures wallet. */
export function fundsOf(tradeType: TradeType, terms: MarketTerms, { balances, margin, missing }: PaidFrom): Funds {
  const { baseCurrency, quoteCurrency, settleCurrency, symbol } = terms;
  if (tradeType === 'cross' || tradeType === 'isolated') {
    const account = marginAccountOf(tradeType, symbol, margin);
    if (margin === undefined) return unknown;
    const free = (currency: string): Decimal =>
      account?.holdings.find(each => each.currency === currency)?.available ?? '0';
    return { base: free(baseCurrency), quote: free(quoteCurrency) };
  }
  if (balances === undefined) return unknown;
  // what is not in a list with an unreadable row may be that row
  const ofNoRow = missing.some(({ unreadable: rows }) => rows !== undefined) ? null : '0';
  const freeIn = (wallet: string, currency: string): Decimal | null => {
    const row = balances.find(each => each.wallet === wallet && each.currency === currency);
    return row === undefined ? ofNoRow : row.available;
  };
  if (tradeType === 'futures') {
    const isMissing = missing.some(({ part }) => part === futuresWalletName(settleCurrency));
    return { base: null, quote: isMissing ? null : freeIn('futures', settleCurrency) };
  }
  // an account of the high-frequency kind trades out of a wallet of its own
  const wallet = balances.some(each => each.wallet === 'trade_hf') ? 'trade_hf' : 'trade';
  return { base: freeIn(wallet, baseCurrency), quote: freeIn(wallet, quoteCurrency) };
}
