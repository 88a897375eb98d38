/**
 * Why a fill is not audited. `no-rate`: no rate of its day is kept; `rate-changed`: different rates were read on its day;
 * `no-liquidity`, `no-value`, `no-fee`: the exchange did not say whether it was maker or taker, its value or its fee;
 * `other-coin`: the fee is in a coin that is neither of the market.
 */
export const unauditedReasons = [
  'no-rate',
  'rate-changed',
  'no-liquidity',
  'other-coin',
  'no-value',
  'no-fee',
] as const;
export type UnauditedReason = (typeof unauditedReasons)[number];
