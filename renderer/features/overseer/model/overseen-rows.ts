import { add, compare, type Decimal, divide, isPositive, sum } from '#shared/decimal.ts';
import type { SubAccount, SubAccountFutures, SubAccountHoldings } from '#shared/domain/account/account.ts';
import { coinOf, type Valuation } from './valuation.ts';

/** The wallets that the exchange lists, in the order of the table. Its margin rows are cross and isolated together. */
export const walletNames = ['main', 'trade', 'margin', 'futures'] as const;
export type WalletName = (typeof walletNames)[number];

/** One coin of an account over all its wallets. */
export interface CoinHolding {
  readonly coin: string;
  readonly total: Decimal;
  readonly available: Decimal;
  readonly held: Decimal;
  /** null: the coin has no price */
  readonly value: Decimal | null;
  readonly heldValue: Decimal | null;
  /** how much of it lies in each wallet */
  readonly wallets: Readonly<Partial<Record<WalletName, Decimal>>>;
}

/** `listed`: the exchange lists its balances; `unlisted`: the list omits it; `unreadable`: its figures are invalid. */
export type FigureState = 'listed' | 'unlisted' | 'unreadable';

/** One sub-account as the overseer sees it. */
export interface OverseenRow {
  readonly userId: string;
  readonly name: string;
  /** null: the list of who they are has not named it */
  readonly account: SubAccount | null;
  readonly figures: FigureState;
  /** its wallets beside main and futures are unknown */
  readonly isMainOnly: boolean;
  /** when its trade and margin wallets were read; null: with its main wallet, or never */
  readonly otherWalletsAsOfMs: number | null;
  /** the most valuable first */
  readonly coins: readonly CoinHolding[];
  /** what has a price, together; null: not known */
  readonly value: Decimal | null;
  readonly held: Decimal | null;
  /** values by wallet; an unknown wallet is absent */
  readonly wallets: Readonly<Partial<Record<WalletName, Decimal>>>;
  /** coins that no value could be given */
  readonly unpriced: readonly string[];
}

export interface OverseenRowsOptions {
  readonly accounts: readonly SubAccount[];
  readonly holdings: readonly SubAccountHoldings[];
  readonly futures: readonly SubAccountFutures[];
}

/** Who, what and the futures wallets joined, one row a sub-account. */
export function overseenRows(
  { accounts, holdings, futures }: OverseenRowsOptions,
  valuation: Valuation,
): readonly OverseenRow[] {
  const known = new Map(accounts.map(account => [account.userId, account]));
  const holdingsById = new Map(holdings.map(each => [each.userId, each]));
  const futuresOf = Map.groupBy(futures, each => each.name);
  const ids = new Set([...holdingsById.keys(), ...known.keys()]);
  return [...ids].map(userId => {
    const account = known.get(userId) ?? null;
    const holding = holdingsById.get(userId);
    const name = account?.name ?? holding?.name ?? userId;
    const figures: FigureState = holding === undefined ? 'unlisted' : holding.isReadable ? 'listed' : 'unreadable';
    const amounts = [...amountsOf(holding), ...futuresAmounts(futuresOf.get(name) ?? [])];
    const isMainOnly = holding?.isMainOnly === true;
    const otherWalletsAsOfMs = holding?.otherWalletsAsOfMs ?? null;
    const who = { userId, name, account, figures, isMainOnly, otherWalletsAsOfMs };
    return Object.assign(worthOf(amounts, { valuation, figures }), who);
  });
}

interface Amount {
  readonly coin: string;
  readonly wallet: WalletName;
  readonly total: Decimal;
  readonly available: Decimal;
  readonly held: Decimal;
}

function amountsOf(holding: SubAccountHoldings | undefined): readonly Amount[] {
  return (holding?.balances ?? []).map(({ wallet, currency, total, available, held }) => ({
    coin: coinOf(currency),
    // another name of the trade wallet
    wallet: wallet === 'trade-hf' ? 'trade' : wallet,
    total,
    available,
    held,
  }));
}

/** An empty futures wallet is listed like any other, and has no amount. */
function futuresAmounts(rows: readonly SubAccountFutures[]): readonly Amount[] {
  return rows
    .filter(({ equity, available, held }) => [equity, available, held].some(each => compare(each, '0') !== 0))
    .map(({ currency, equity, available, held }) => ({
      coin: coinOf(currency),
      wallet: 'futures',
      total: equity,
      available,
      held,
    }));
}

interface WorthOptions {
  readonly valuation: Valuation;
  readonly figures: FigureState;
}

type Worth = Pick<OverseenRow, 'coins' | 'value' | 'held' | 'wallets' | 'unpriced'>;

function worthOf(amounts: readonly Amount[], { valuation, figures }: WorthOptions): Worth {
  const coins = [...Map.groupBy(amounts, each => each.coin)]
    .map(([coin, parts]) => holdingOf(coin, parts, valuation))
    .toSorted(byValue);
  const wallets: Partial<Record<WalletName, Decimal>> = {};
  for (const { coin, wallet, total } of amounts)
    wallets[wallet] = add(wallets[wallet] ?? '0', valuation.valueOf(coin, total) ?? '0');
  const isKnown = figures === 'listed';
  return {
    coins,
    wallets,
    value: isKnown ? sum(coins.map(({ value }) => value ?? '0')) : null,
    held: isKnown ? sum(coins.map(({ heldValue }) => heldValue ?? '0')) : null,
    unpriced: coins.flatMap(({ coin, value, total }) => (value === null && compare(total, '0') !== 0 ? [coin] : [])),
  };
}

/** Values are made wallet by wallet, so that those of the wallets add up to those of the coins to the last digit. */
function holdingOf(coin: string, parts: readonly Amount[], valuation: Valuation): CoinHolding {
  const wallets: Partial<Record<WalletName, Decimal>> = {};
  for (const { wallet, total } of parts) wallets[wallet] = add(wallets[wallet] ?? '0', total);
  const values = parts.map(({ total }) => valuation.valueOf(coin, total));
  const heldValues = parts.map(({ held }) => valuation.valueOf(coin, held));
  return {
    coin,
    total: sum(parts.map(({ total }) => total)),
    available: sum(parts.map(({ available }) => available)),
    held: sum(parts.map(({ held }) => held)),
    value: sumKnown(values),
    heldValue: sumKnown(heldValues),
    wallets,
  };
}

function sumKnown(values: readonly (Decimal | null)[]): Decimal | null {
  const known = values.filter(value => value !== null);
  return known.length < values.length ? null : sum(known);
}

function byValue(a: CoinHolding, b: CoinHolding): number {
  return compare(b.value ?? '0', a.value ?? '0') || a.coin.localeCompare(b.coin);
}

const frozenStatus = 3;

export function isFrozen({ account }: Pick<OverseenRow, 'account'>): boolean {
  return account?.status === frozenStatus;
}

/** The value of a frozen account; none of another one; null: unknown. */
export function frozenOf(row: Pick<OverseenRow, 'account' | 'value'>): Decimal | null {
  if (row.account === null) return null;
  return isFrozen(row) ? row.value : '0';
}

/** A part of a whole as a fraction of it; null where there is no whole. */
export function shareOf(part: Decimal | null, whole: Decimal | null): Decimal | null {
  if (part === null || whole === null || !isPositive(whole)) return null;
  return divide(part, whole, { scale: 6, rounding: 'half-even' });
}

/** All accounts together, and what that leaves out. */
export interface OverseenTotals {
  readonly value: Decimal;
  readonly held: Decimal;
  /** accounts that hold something back */
  readonly heldAccounts: number;
  /** worth of the frozen accounts */
  readonly frozen: Decimal;
  /** all that are frozen, whether their worth is known or not */
  readonly frozenAccounts: number;
  /** accounts that are in the sum */
  readonly counted: number;
  /** those of them with unknown trade and margin wallets */
  readonly mainOnly: number;
  /** names of accounts whose figures are not known */
  readonly unknown: readonly string[];
  /** coins without a price, anywhere */
  readonly unpriced: readonly string[];
  /** the wallets with a known amount */
  readonly wallets: readonly WalletName[];
}

export function overseenTotals(rows: readonly OverseenRow[]): OverseenTotals {
  const known = rows.filter(row => row.value !== null);
  return {
    value: sum(known.map(row => row.value ?? '0')),
    held: sum(known.map(row => row.held ?? '0')),
    heldAccounts: known.filter(row => row.held !== null && isPositive(row.held)).length,
    frozen: sum(rows.map(row => frozenOf(row) ?? '0')),
    frozenAccounts: rows.filter(isFrozen).length,
    counted: known.length,
    mainOnly: known.filter(row => row.isMainOnly).length,
    unknown: rows.filter(row => row.value === null).map(row => row.name),
    unpriced: [...new Set(rows.flatMap(row => row.unpriced))],
    wallets: walletNames.filter(wallet => rows.some(row => row.wallets[wallet] !== undefined)),
  };
}
