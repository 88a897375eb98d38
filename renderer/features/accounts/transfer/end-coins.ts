import { compare, type Decimal, isPositive } from '#shared/decimal.ts';
import { type TransferEnd, TransferWallet } from '#shared/domain/money/transfer.ts';

/** What a wallet of an account holds of a coin. */
export interface HeldCoin {
  /** as the exchange names it; it may be a wallet that no transfer can name */
  readonly wallet: string;
  readonly currency: string;
  readonly total: Decimal;
}

/** What transfers call the wallet of a balance: the trade wallet of a high-frequency account is their trade wallet. */
export function transferWalletName<W extends string>(wallet: W): Exclude<W, 'trade-hf'> | 'trade' {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one that is excluded is handled right before
  return wallet === 'trade-hf' ? 'trade' : (wallet as Exclude<W, 'trade-hf'>);
}

/** The coins that an account holds in any wallet, by name; the chosen one is always among them. */
export function coinsOf(held: readonly HeldCoin[], chosen: string): readonly string[] {
  const coins = held.filter(({ total }) => isPositive(total)).map(({ currency }) => currency);
  return [...new Set([chosen, ...coins])].toSorted();
}

/** The same end when another coin is chosen: where its wallet holds none of the coin, the wallet with the most of it. */
export function endWithCoin(end: TransferEnd, currency: string, held: readonly HeldCoin[]): TransferEnd {
  const holders = held.filter(each => each.currency === currency && isPositive(each.total));
  if (holders.length === 0 || holders.some(({ wallet }) => wallet === end.wallet)) return end;
  const [most] = holders.toSorted((a, b) => compare(b.total, a.total));
  const wallet = TransferWallet.safeParse(most?.wallet);
  return wallet.success ? { ...end, wallet: wallet.data, symbol: null } : end;
}
