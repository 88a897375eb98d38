import { add, compare, type Decimal, divide, isPositive, multiply, subtract } from '#shared/decimal.ts';
import type { FeeRate } from '#shared/domain/account/account.ts';
import type { Fill } from '#shared/domain/account/fill.ts';

/** What a share of the fills came to. */
interface PaidShare {
  readonly count: number;
  /** what they were worth: quote currency on spot, settlement currency on futures */
  readonly funds: Decimal;
}

/** A fill whose rate was another than the one that the exchange names. */
export interface Deviation {
  readonly fill: Fill;
  readonly paid: Decimal;
  readonly named: Decimal;
}

export interface FeesPaid {
  readonly maker: PaidShare;
  readonly taker: PaidShare;
  /** takers that the exchange made takers; they are among the takers */
  readonly forced: PaidShare;
  /** fills with an unknown liquidity */
  readonly unknown: PaidShare;
  /** by the currency that it was paid in; never added up */
  readonly fees: ReadonlyMap<string, Decimal>;
  /** maker funds over those of maker and taker; null where nothing of either is known */
  readonly makerShare: Decimal | null;
  /** what being forced cost beyond the maker's rate, in the currency of the funds */
  readonly forcedCost: Decimal;
  readonly deviations: readonly Deviation[];
}

const none: PaidShare = { count: 0, funds: '0' };

function shareOf(fills: readonly Fill[]): PaidShare {
  return fills.reduce<PaidShare>(
    ({ count, funds }, fill) => ({ count: count + 1, funds: add(funds, fill.funds ?? '0') }),
    none,
  );
}

/** The rate that the exchange names for such a fill; null where it is not known which one holds. */
function namedRate({ liquidity }: Fill, { makerFeeRate, takerFeeRate }: FeeRate): Decimal | null {
  if (liquidity === 'unknown') return null;
  return liquidity === 'maker' ? makerFeeRate : takerFeeRate;
}

function deviationsOf(fills: readonly Fill[], rates: FeeRate): readonly Deviation[] {
  return fills.flatMap(fill => {
    const named = namedRate(fill, rates);
    const { feeRate: paid } = fill;
    return named === null || paid === null || compare(paid, named) === 0 ? [] : [{ fill, paid, named }];
  });
}

/** What the fills of one market really cost, beside the rates that the exchange names for it. */
export function feesPaid(fills: readonly Fill[], rates: FeeRate): FeesPaid {
  const fees = new Map<string, Decimal>();
  for (const { feeCurrency, fee } of fills)
    if (fee !== null && feeCurrency !== null) fees.set(feeCurrency, add(fees.get(feeCurrency) ?? '0', fee));
  const maker = shareOf(fills.filter(({ liquidity }) => liquidity === 'maker'));
  const taker = shareOf(fills.filter(({ liquidity }) => liquidity === 'taker'));
  const forced = shareOf(fills.filter(({ isForceTaker }) => isForceTaker));
  const known = add(maker.funds, taker.funds);
  return {
    maker,
    taker,
    forced,
    unknown: shareOf(fills.filter(({ liquidity }) => liquidity === 'unknown')),
    fees,
    makerShare: isPositive(known) ? divide(maker.funds, known, { scale: 4, rounding: 'half-even' }) : null,
    forcedCost: multiply(forced.funds, subtract(rates.takerFeeRate, rates.makerFeeRate)),
    deviations: deviationsOf(fills, rates),
  };
}
