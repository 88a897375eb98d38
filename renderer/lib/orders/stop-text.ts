import {
  absolute,
  add,
  compare,
  type Decimal,
  isNegative,
  isPositive,
  isZero,
  minimum,
  negate,
  subtract,
} from '#shared/decimal.ts';
import { isSamePosition } from '#shared/domain/market/position-key.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { type StopOrder, stopLots } from '#shared/domain/account/stop-order.ts';
import { formatDecimal, formatPercent } from '#lib/format.ts';
import { sideLabels } from '../side-labels.ts';
import { t } from '#shared/words/t.ts';

const watched: Readonly<Record<'TP' | 'MP' | 'IP', string>> = { TP: t`LAST`, MP: t`MARK`, IP: t`INDEX` };
const directions: Readonly<Record<StopOrder['stop'], string>> = {
  entry: '>=',
  up: '>=',
  loss: '<=',
  down: '<=',
  unknown: '?',
};

type Pilled = Pick<
  StopOrder,
  'side' | 'size' | 'isCloseOrder' | 'funds' | 'stop' | 'stopPrice' | 'stopPriceType' | 'price' | 'type'
>;

/** What the market says of a stop; null: not known. */
export interface StopSight {
  /** of the watched price to the trigger, as a fraction of it: zero or less is due */
  readonly distance: Decimal | null;
  /** what it makes of the position that it closes */
  readonly result?: { readonly amount: Decimal; readonly currency: string } | null;
}

/**
 * A stop in one line, the same everywhere: `STOP sell 0.5 · MARK <= 65,000 · market · -3.60 % · -1,206 USDT · at
 * exchange`. The percents say which way the price must go.
 */
export function stopPill(stop: Pilled, { distance, result = null }: StopSight): string {
  const then = stop.type === 'market' || stop.price === null ? t`market` : t`limit ${formatDecimal(stop.price)}`;
  const isBelow = stop.stop === 'loss' || stop.stop === 'down';
  return [
    ...headOf(stop),
    then,
    ...(distance === null ? [] : [formatPercent(isBelow ? negate(distance) : distance)]),
    ...(result === null
      ? []
      : [`${formatDecimal(result.amount, { maximumDecimals: moneyDigits(result.currency) })} ${result.currency}`]),
    t`at exchange`,
  ].join(' · ');
}

/** The beginning of the pill, where there is no room for more. */
export function shortStopPill(stop: Pilled): string {
  return headOf(stop).join(' · ');
}

function headOf(stop: Pilled): readonly string[] {
  const amount = stop.size ?? stop.funds;
  const source = watched[stop.stopPriceType ?? 'TP'];
  return [
    stop.isCloseOrder === true
      ? t`STOP ${sideLabels[stop.side]} whole position`
      : t`STOP ${sideLabels[stop.side]}${amount === null ? '' : ` ${formatDecimal(amount)}`}`,
    `${source} ${directions[stop.stop]} ${formatDecimal(stop.stopPrice)}`,
  ];
}

/** Decimals of an amount of money in little room: cents of dollars, all of a coin. */
export function moneyDigits(currency: string): number {
  return currency.startsWith('USD') ? 2 : 8;
}

/** Which leg of a pair it is. A sale gains above the price and loses below it, a purchase the other way round. */
export function legText({ side, stop }: Pick<StopOrder, 'side' | 'stop'>): string {
  return (side === 'sell') === (stop === 'entry' || stop === 'up') ? t`take profit` : t`stop loss`;
}

/** Reduce-only; in hedge mode also a sell of the long position and a buy of the short one, which open no other. */
function canOnlyReduce({
  side,
  positionSide,
  isReduceOnly,
}: Pick<StopOrder, 'side' | 'positionSide' | 'isReduceOnly'>) {
  return isReduceOnly || (positionSide !== undefined && (positionSide === 'long') === (side === 'sell'));
}

/** What a stop would do to the position of its contract. */
export type StopEffect =
  | { readonly kind: 'reduces' | 'opens' | 'flips'; readonly from: Decimal; readonly to: Decimal }
  /** it can only reduce and closes nothing: no position is open (`from` is 0), or only one of the other side */
  | { readonly kind: 'orphan'; readonly from: Decimal }
  /** no contract, or a size that is not known */
  | { readonly kind: 'none' };

/** `position` null: none is open; undefined: not known. */
export function effectOf(
  stop: Pick<StopOrder, 'venue' | 'side' | 'size' | 'isCloseOrder' | 'isReduceOnly' | 'positionSide'>,
  position: Pick<Position, 'quantity'> | null | undefined,
): StopEffect {
  const { venue, side } = stop;
  if (venue === 'spot' || position === undefined) return { kind: 'none' };
  const from = position?.quantity ?? '0';
  const size = stopLots(stop, from);
  const isAgainst = side === 'sell' ? isPositive(from) : isNegative(from);
  const isReduceOnly = canOnlyReduce(stop);
  if (isReduceOnly && !isAgainst) return { kind: 'orphan', from };
  if (size === null) return { kind: 'none' };
  const lots = isReduceOnly ? minimum(size, absolute(from)) : size;
  const to = side === 'sell' ? subtract(from, lots) : add(from, lots);
  return { kind: isAgainst ? against(from, to) : 'opens', from, to };
}

function against(from: Decimal, to: Decimal): 'reduces' | 'flips' {
  return !isZero(to) && isNegative(to) !== isNegative(from) ? 'flips' : 'reduces';
}

/** The effect for people; null: there is nothing to say. */
export function effectText(effect: StopEffect): string | null {
  if (effect.kind === 'none') return null;
  if (effect.kind === 'orphan') return orphanEffectText(effect.from);
  const change = t`${formatDecimal(effect.from)} → ${formatDecimal(effect.to)} lots`;
  if (effect.kind === 'flips') return t`${change}, reverses it`;
  if (effect.kind === 'reduces') return change;
  return isZero(effect.from) ? t`${change}, opens a position` : t`${change}, adds to it`;
}

function orphanEffectText(held: Decimal): string {
  if (isZero(held)) return t`closes nothing: no position is open`;
  return isPositive(held) ? t`closes nothing: the position is long` : t`closes nothing: the position is short`;
}

/** How much of a position stops would take out on its losing side, as a fraction of it, at most 1. */
export function stopCover(
  position: Pick<Position, 'symbol' | 'positionSide' | 'quantity'>,
  stops: readonly Pick<StopOrder, 'venue' | 'symbol' | 'positionSide' | 'side' | 'size' | 'isCloseOrder' | 'stop'>[],
): { readonly covered: Decimal; readonly of: Decimal } {
  const { quantity } = position;
  const isShort = isNegative(quantity);
  const held = isShort ? negate(quantity) : quantity;
  const covered = stops
    .filter(each => each.venue === 'futures' && isSamePosition(each, position))
    .filter(each =>
      isShort ? each.side === 'buy' && each.stop === 'up' : each.side === 'sell' && each.stop === 'down',
    )
    .reduce<Decimal>((total, stop) => add(total, stopLots(stop, held) ?? '0'), '0');
  return { covered: compare(covered, held) > 0 ? held : covered, of: held };
}
