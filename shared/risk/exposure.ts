import { absolute, compare, type Decimal, divide, multiply, negate, sum } from '../decimal.ts';
import type { Balance } from '../domain/account/account.ts';
import type { MarginAccountRow } from '../domain/account/margin.ts';
import { codeOf } from '../policy/rates.ts';
import { working } from '../order-entry/market-terms.ts';
import type { LeftOut } from './left-out.ts';
import type { ConstantCurrencies } from './price-move.ts';
import type { FuturesLeg } from './risk-unit.ts';
import { t } from '#shared/words/t.ts';

/** The parts of an exposure, all in the coin; what is owed and what is short is below zero. */
export interface CoinAmounts {
  /** wallets of spot, held by orders included */
  readonly spot: Decimal;
  readonly margin: Decimal;
  /** below zero */
  readonly debt: Decimal;
  /** what contracts move as if it were held; on a settlement currency nothing, see `collateral` */
  readonly futures: Decimal;
  /** equity of the futures wallet that settles in the coin */
  readonly collateral: Decimal;
}

export interface CoinExposure extends CoinAmounts {
  readonly coin: string;
  /** part of `spot` that orders hold; not added once more. null: the exchange did not say it of every wallet */
  readonly held: Decimal | null;
  /** sum of the parts */
  readonly net: Decimal;
  /** sum of the parts without their signs */
  readonly gross: Decimal;
  /** of one coin, in the value currency; null: not known */
  readonly price: Decimal | null;
  readonly netValue: Decimal | null;
  readonly grossValue: Decimal | null;
  /** what of the net value a move of prices changes: all of it, and nothing of a coin that follows the dollar */
  readonly deltaValue: Decimal | null;
}

export interface ExposureOptions {
  readonly balances: readonly Balance[];
  readonly marginAccounts: readonly MarginAccountRow[];
  readonly legs: readonly FuturesLeg[];
  readonly priceOf: (currency: string) => Decimal | null;
  readonly still: ConstantCurrencies;
}

export interface Exposure {
  /** the largest gross value first, those without a price last */
  readonly coins: readonly CoinExposure[];
  /** what a move of prices changes: all coins that have a price and do not follow the dollar, in the value currency */
  readonly delta: { readonly net: Decimal; readonly gross: Decimal };
  /** dollars and stablecoins less what is owed of them: no delta, in the value currency */
  readonly stable: Decimal;
  /** equity of the futures wallets, part of both, in the value currency */
  readonly collateral: Decimal;
  readonly leftOut: readonly LeftOut[];
}

/** Wallets that the margin accounts list as well: counted there, once. */
const marginWallets = new Set(['margin', 'isolated']);

const partNames = ['spot', 'margin', 'debt', 'futures', 'collateral'] as const;
type Entry = { readonly coin: string; readonly part: (typeof partNames)[number]; readonly amount: Decimal };

/** Base currency that a position moves as if it were held: u, on an inverse contract u ÷ mark. */
function baseOf({ units, markPrice, isInverse }: FuturesLeg): Decimal {
  return isInverse ? divide(units, markPrice, working) : units;
}

function entriesOf({ balances, marginAccounts, legs }: ExposureOptions): readonly Entry[] {
  const wallets = balances
    .filter(({ wallet }) => !marginWallets.has(wallet))
    .map(({ wallet, currency, total }): Entry => {
      const part = wallet === 'futures' ? 'collateral' : 'spot';
      return { coin: codeOf(currency), part, amount: total };
    });
  const margin = marginAccounts
    .flatMap(({ holdings }) => holdings)
    .flatMap(({ currency, total, liability }): readonly Entry[] => [
      { coin: codeOf(currency), part: 'margin', amount: total },
      { coin: codeOf(currency), part: 'debt', amount: negate(liability) },
    ]);
  const futures = legs.map((leg): Entry => ({ coin: codeOf(leg.baseCurrency), part: 'futures', amount: baseOf(leg) }));
  return [...wallets, ...margin, ...futures];
}

/** What orders hold of a coin in the wallets of spot; null when one of these wallets does not say it. */
function heldOf(coin: string, balances: readonly Balance[]): Decimal | null {
  const held = balances
    .filter(({ wallet, currency }) => !marginWallets.has(wallet) && wallet !== 'futures' && codeOf(currency) === coin)
    .map(balance => balance.held);
  return held.includes(null) ? null : sum(held.filter(each => each !== null));
}

function coinExposure(coin: string, entries: readonly Entry[], options: ExposureOptions): CoinExposure {
  const { priceOf, balances, still } = options;
  const price = priceOf(coin);
  const of = (wanted: Entry['part']) => sum(entries.filter(({ part }) => part === wanted).map(({ amount }) => amount));
  const parts = {
    spot: of('spot'),
    margin: of('margin'),
    debt: of('debt'),
    futures: of('futures'),
    collateral: of('collateral'),
  };
  const net = sum(partNames.map(name => parts[name]));
  const gross = sum(partNames.map(name => absolute(parts[name])));
  const valued = (amount: Decimal) => (price === null ? null : multiply(amount, price));
  return {
    coin,
    ...parts,
    held: heldOf(coin, balances),
    net,
    gross,
    price,
    netValue: valued(net),
    grossValue: valued(gross),
    deltaValue: still.quotes.has(coin) ? '0' : valued(net),
  };
}

/** What the desk would gain or lose with each coin: everything held, owed, and moved by contracts. docs/risk.md §2. */
export function exposureOf(options: ExposureOptions): Exposure {
  const groups = Map.groupBy(entriesOf(options), ({ coin }) => coin);
  const coins = [...groups]
    .map(([coin, entries]) => coinExposure(coin, entries, options))
    .filter(({ gross }) => compare(gross, '0') > 0)
    .toSorted((a, b) => byGross(a, b) || a.coin.localeCompare(b.coin));
  const isStable = ({ coin }: CoinExposure) => options.still.quotes.has(coin);
  const moving = coins.filter(each => !isStable(each));
  return {
    coins,
    delta: {
      net: sum(coins.map(({ deltaValue }) => deltaValue ?? '0')),
      gross: sum(moving.map(({ grossValue }) => grossValue ?? '0')),
    },
    stable: sum(coins.filter(isStable).map(({ netValue }) => netValue ?? '0')),
    collateral: sum(coins.map(({ collateral, price }) => multiply(collateral, price ?? '0'))),
    leftOut: coins.flatMap(({ coin, price }) => (price === null ? [{ what: coin, reason: t`No market price.` }] : [])),
  };
}

function byGross({ grossValue: a }: CoinExposure, { grossValue: b }: CoinExposure): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return compare(b, a);
}
