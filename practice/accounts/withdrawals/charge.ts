import {
  add,
  compare,
  type Decimal,
  isPositive,
  isZero,
  maximum,
  minimum,
  multiply,
  round,
  subtract,
} from '#shared/decimal.ts';
import type { ChainRecord } from '../currencies/types.ts';
import type { WithdrawalRequest } from './types.ts';

interface ChargeOptions {
  /** null: within the exchange, for nothing */
  readonly chain: ChainRecord | null;
  /** of the main wallet */
  readonly available: Decimal;
  readonly feeDeductType: WithdrawalRequest['feeDeductType'];
}

interface Charge {
  readonly amount: Decimal;
  readonly fee: Decimal;
}

/** What a withdrawal of so much costs on the chain: the least fee or the rate, whichever is more, within the highest. */
function feeOf(chain: ChainRecord, amount: Decimal): Decimal {
  const byRate = round(multiply(amount, chain.withdrawFeeRate), chain.withdrawPrecision, 'up');
  const fee = maximum(chain.withdrawalMinFee, byRate);
  return chain.withdrawMaxFee === undefined ? fee : minimum(fee, chain.withdrawMaxFee);
}

/** What arrives and what is charged for it; null when the fee would leave nothing. */
export function chargeFor(asked: Decimal, { chain, available, feeDeductType }: ChargeOptions): Charge | null {
  const fee = chain === null ? '0' : feeOf(chain, asked);
  const isOnTop =
    feeDeductType === 'EXTERNAL' ||
    isZero(fee) ||
    (feeDeductType === undefined && compare(available, add(asked, fee)) >= 0);
  if (isOnTop) return { amount: asked, fee };
  const amount = subtract(asked, fee);
  return isPositive(amount) ? { amount, fee } : null;
}
