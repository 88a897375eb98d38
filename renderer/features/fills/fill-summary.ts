import { add, type Decimal } from '#shared/decimal.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { t } from '#shared/words/t.ts';

/** Count, maker share and fees by currency, in one line. Currencies are never added up. */
export function summariseFills(fills: readonly Fill[]): string {
  if (fills.length === 0) return t`no fills`;
  const fees = new Map<string, Decimal>();
  for (const { fee, feeCurrency } of fills)
    if (fee !== null && feeCurrency !== null) fees.set(feeCurrency, add(fees.get(feeCurrency) ?? '0', fee));
  const makers = fills.filter(fill => fill.liquidity === 'maker').length;
  const feeText = [...fees]
    .map(([currency, fee]) => `${formatOwn(fee, { maximumDecimals: 8 })} ${currency}`)
    .join(' + ');
  if (fills.length === 1) return t`1 fill, ${makers} as maker, fees ${feeText}`;
  return t`${fills.length} fills, ${makers} as maker, fees ${feeText}`;
}
