import { type Decimal, divide, isPositive, subtract } from '#shared/decimal.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { t } from '#shared/words/t.ts';

/**
 * How far the watched price must still go to fire the stop, as a fraction of that price; zero or less means that it is
 * due. Null where the direction or the price is not known.
 */
export function distanceToTrigger(stop: Pick<StopOrder, 'stop' | 'stopPrice'>, price: Decimal | null): Decimal | null {
  if (price === null || !isPositive(price) || stop.stop === 'unknown') return null;
  const firesAbove = stop.stop === 'entry' || stop.stop === 'up';
  const distance = firesAbove ? subtract(stop.stopPrice, price) : subtract(price, stop.stopPrice);
  return divide(distance, price, { scale: 6, rounding: 'floor' });
}

const triggers: Readonly<Record<StopOrder['stop'], string>> = {
  entry: '≥',
  up: '≥',
  loss: '≤',
  down: '≤',
  unknown: '?',
};
const watched: Readonly<Record<'TP' | 'MP' | 'IP', string>> = { TP: t`last`, MP: t`mark`, IP: t`index` };

/** When it fires, in short: `last ≥`, `mark ≤`. */
export function triggerText(stop: Pick<StopOrder, 'stop' | 'stopPriceType'>): string {
  return `${stop.stopPriceType === null ? t`last` : watched[stop.stopPriceType]} ${triggers[stop.stop]}`;
}
