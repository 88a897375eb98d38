import { add, type Decimal, normalise, roundToStep, uncheckedDecimal } from '#shared/decimal.ts';

/** The user's own resting size by ownLevelKey. */
export type OwnLevels = ReadonlyMap<string, Decimal>;

export function ownLevelKey(side: 'buy' | 'sell', price: Decimal): string {
  return `${side} ${normalise(price)}`;
}

/** Own sizes where a grouped book shows them: bids rounded down, asks up, like the book itself. */
export function groupOwnLevels(own: OwnLevels, step: Decimal | null): OwnLevels {
  if (step === null) return own;
  const grouped = new Map<string, Decimal>();
  for (const [key, size] of own) {
    const isBid = key.startsWith('buy ');
    // ownLevelKey has written this price
    const price = roundToStep(uncheckedDecimal(key.slice(key.indexOf(' ') + 1)), step, isBid ? 'floor' : 'ceil');
    const groupedKey = ownLevelKey(isBid ? 'buy' : 'sell', price);
    grouped.set(groupedKey, add(grouped.get(groupedKey) ?? '0', size));
  }
  return grouped;
}
