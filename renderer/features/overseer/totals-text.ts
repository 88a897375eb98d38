import { formatDecimal, visibleText } from '#lib/format.ts';
import { valueDecimals } from './model/valuation.ts';
import type { Overseen } from './use-overseen.ts';

const mostNames = 3;

/** All accounts together, which wallets that counts, and what it leaves out. */
export function totalsText({
  totals,
  lines,
  valuation: { currency },
}: Pick<Overseen, 'totals' | 'lines' | 'valuation'>): string {
  const decimals = valueDecimals(currency);
  const digits = { minimumDecimals: decimals, maximumDecimals: decimals };
  const wallets = totals.wallets.length === 0 ? 'no wallet' : totals.wallets.join(' + ');
  const parts = [
    `${totals.counted} of ${lines.length} accounts · ${formatDecimal(totals.value, digits)} ${currency} in ${wallets}`,
    `${formatDecimal(totals.held, digits)} on hold`,
    ...(totals.unknown.length === 0 ? [] : [`not counted: ${namesText(totals.unknown)}`]),
    ...(totals.unpriced.length === 0 ? [] : [`without a price: ${namesText(totals.unpriced)}`]),
    'the own account is not in it',
  ];
  return parts.join(' · ');
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map(visibleText).join(', ');
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown;
}
