/** Base fee of a VIP 0 user (GET /api/v1/base-fee); a pair's coefficient is its own rate divided by this one. */
export const baseFeeRate = '0.001';
