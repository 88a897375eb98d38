import { compare, type Decimal, divide, isPositive, isZero } from '#shared/decimal.ts';
import { t } from '#shared/words/t.ts';
import type { Order } from '#shared/domain/account/order.ts';

/** What became of a done order, or how far an active one is. */
export function stateOf(order: Pick<Order, 'isActive' | 'isCancelled' | 'filledSize' | 'size'>): string {
  const { filledSize, size } = order;
  if (filledSize === null) return stateOfUnknownFill(order);
  const isTouched = !isZero(filledSize);
  if (order.isActive) return isTouched ? t`partly filled` : t`open`;
  if (size !== null && isTouched && compare(filledSize, size) >= 0) return t`filled`;
  if (order.isCancelled) return isTouched ? t`partly filled, cancelled` : t`cancelled`;
  return isTouched ? t`filled` : t`done`;
}

function stateOfUnknownFill({ isActive, isCancelled }: Pick<Order, 'isActive' | 'isCancelled'>): string {
  if (isActive) return t`open`;
  return isCancelled ? t`cancelled` : t`done`;
}

/** Filled part of the whole as a fraction, or null when the order was given by funds or its fills are unknown. */
export function filledRatio({ filledSize, size }: Pick<Order, 'filledSize' | 'size'>): Decimal | null {
  return size === null || filledSize === null || !isPositive(size)
    ? null
    : divide(filledSize, size, { scale: 4, rounding: 'down' });
}

const units = [
  { seconds: 86_400, unit: 'd' },
  { seconds: 3600, unit: 'h' },
  { seconds: 60, unit: 'min' },
] as const;

/** Whole seconds in the largest unit that divides them: `30 d`, `90 min`, `61 s`. */
function durationText(seconds: number): string {
  const fitting = units.find(each => seconds >= each.seconds && seconds % each.seconds === 0);
  return fitting === undefined ? `${seconds} s` : `${seconds / fitting.seconds} ${fitting.unit}`;
}

/** The instructions that change how an order behaves, short: `GTT 10 min`, `post`, `iceberg`. */
export function instructionsOf(order: Order): readonly string[] {
  const force =
    order.timeInForce === 'GTT' && order.cancelAfterS !== null
      ? t`GTT ${durationText(order.cancelAfterS)}`
      : order.timeInForce;
  const flags: readonly (readonly [boolean, string])[] = [
    [order.isPostOnly, t`post`],
    [order.isHidden, t`hidden`],
    [order.isIceberg, t`iceberg`],
    [order.isReduceOnly, t`reduce`],
    [order.stopPrice !== null, t`from stop`],
  ];
  return [...(force === null ? [] : [force]), ...flags.filter(([isSet]) => isSet).map(([, word]) => word)];
}
