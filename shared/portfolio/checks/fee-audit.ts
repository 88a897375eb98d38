import { absolute, add, compare, type Decimal, multiply, subtract } from '../../decimal.ts';
import type { RowStamp } from '../rows/row-stamp.ts';
import { type UnauditedReason, unauditedReasons } from './unaudited-reason.ts';

/** What of a fill is audited. */
export interface AuditedFill extends RowStamp {
  readonly symbol: string;
  /** of the fill, in the coin of its fee; null: not known */
  readonly value: Decimal | null;
  /** the fee is in a coin that is neither of the market, as with a discount: the rate does not say what is due in it */
  readonly isFeeInOtherCoin: boolean;
  readonly liquidity: 'taker' | 'maker' | 'unknown';
  /** null: the exchange did not say it */
  readonly fee: Decimal | null;
}

/** The rates of an account for a symbol as they were read on a day. */
export interface HeldFeeRate {
  readonly account: string;
  readonly symbol: string;
  /** key of the day */
  readonly day: string;
  readonly takerRate: Decimal;
  readonly makerRate: Decimal;
}

/** A fill with what was due and what was paid in the coin of the fee, or why it is not audited. */
export type FeeAudit =
  | {
      readonly isAudited: true;
      readonly rate: Decimal;
      readonly due: Decimal;
      readonly paid: Decimal;
      /** paid − due: above zero too much was paid */
      readonly difference: Decimal;
    }
  | { readonly isAudited: false; readonly reason: UnauditedReason };

/** The exchange rounds fees. A smaller difference, in the coin of the fee, is rounding. */
const roundingLimit: Decimal = '0.00000001';

/** Whether another fee was paid than was due: the difference is more than rounding. */
export function isFeeDifferent(audit: FeeAudit): boolean {
  return audit.isAudited && compare(absolute(audit.difference), roundingLimit) >= 0;
}

function rateKey(account: string, symbol: string, day: string): string {
  return JSON.stringify([account, symbol, day]);
}

type HeldRates = Pick<HeldFeeRate, 'takerRate' | 'makerRate'>;

/** The rate of the fill's day and liquidity, or why there is none. */
function rateOf({ liquidity }: AuditedFill, held: readonly HeldRates[]): Decimal | UnauditedReason {
  if (liquidity === 'unknown') return 'no-liquidity';
  const rates = held.map(({ takerRate, makerRate }) => (liquidity === 'taker' ? takerRate : makerRate));
  const [first] = rates;
  if (first === undefined) return 'no-rate';
  return rates.every(rate => compare(rate, first) === 0) ? first : 'rate-changed';
}

function isReason(found: Decimal | UnauditedReason): found is UnauditedReason {
  return unauditedReasons.some(reason => reason === found);
}

function auditFill(fill: AuditedFill, held: readonly HeldRates[]): FeeAudit {
  if (fill.fee === null) return { isAudited: false, reason: 'no-fee' };
  if (fill.isFeeInOtherCoin) return { isAudited: false, reason: 'other-coin' };
  if (fill.value === null) return { isAudited: false, reason: 'no-value' };
  const rate = rateOf(fill, held);
  if (isReason(rate)) return { isAudited: false, reason: rate };
  const due = multiply(fill.value, rate);
  return { isAudited: true, rate, due, paid: fill.fee, difference: subtract(fill.fee, due) };
}

/**
 * An audit for each fill, in their order: due = value × the rate held on the day of the fill. Without exactly one rate of that
 * day a fill is not audited.
 */
export function auditFees(
  fills: readonly AuditedFill[],
  rates: readonly HeldFeeRate[],
  dayOf: (atMs: number) => string,
): readonly FeeAudit[] {
  const held = Map.groupBy(rates, ({ account, symbol, day }) => rateKey(account, symbol, day));
  return fills.map(fill => auditFill(fill, held.get(rateKey(fill.account, fill.symbol, dayOf(fill.atMs))) ?? []));
}

/** The sum of the audited fills of one coin. */
interface FeeTotal {
  readonly due: Decimal;
  readonly paid: Decimal;
}

/** Due and paid of the audited fills, by the coin of their fee. */
export function totalFees(
  audits: readonly { readonly coin: string; readonly audit: FeeAudit }[],
): ReadonlyMap<string, FeeTotal> {
  const totals = new Map<string, FeeTotal>();
  for (const { coin, audit } of audits) {
    if (!audit.isAudited) continue;
    const { due, paid } = totals.get(coin) ?? { due: '0', paid: '0' };
    totals.set(coin, { due: add(due, audit.due), paid: add(paid, audit.paid) });
  }
  return totals;
}
