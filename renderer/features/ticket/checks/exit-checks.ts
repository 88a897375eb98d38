import { compare, type Decimal, isMultipleOf, isPositive, roundToStep } from '#shared/decimal.ts';
import { triggerStep } from '#shared/rules/futures.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatPrice } from '#lib/tick.ts';
import { isLongSide } from '../model/exits.ts';
import { type ValidationError, validationError } from '../model/validation.ts';
import { referenceName } from '../model/order-texts.ts';
import { type Check, putPrice } from './check.ts';
import { t } from '#shared/words/t.ts';

const exits = {
  stopLoss: { name: 'SL', isLoss: true },
  takeProfit: { name: 'TP', isLoss: false },
} as const;

/** Stop loss and take profit are on their own sides of the reference: expected fill, limit, mark or last price. */
export const checkExits: Check = ({ draft, kind, prices }, { terms }) => {
  const { exitReference: reference } = prices;
  if (reference === null) return null;
  const place = {
    isLong: isLongSide(draft, kind),
    from: reference.price,
    fromName: referenceName(reference),
    tick: terms.tick,
  };
  return checkExit('stopLoss', prices.stopLoss, place) ?? checkExit('takeProfit', prices.takeProfit, place);
};

interface Place {
  readonly isLong: boolean;
  readonly from: Decimal;
  readonly fromName: string;
  readonly tick: Decimal;
}

function checkExit(
  field: keyof typeof exits,
  price: Decimal | null,
  { isLong, from, fromName, tick }: Place,
): ValidationError | null {
  const { name, isLoss } = exits[field];
  const isBelow = isLoss === isLong;
  if (price === null || compare(price, from) === (isBelow ? -1 : 1)) return null;
  const side = isBelow ? t`below` : t`above`;
  const text = t`${formatPrice(price, tick)} must be ${side} ${fromName} ${formatPrice(from, tick)}.`;
  return validationError(field, { title: t`Move the ${name}.`, text }, [
    { label: t`Use 2 % ${side}`, edit: { [field]: isBelow ? '-2%' : '+2%' } },
  ]);
}

export const checkTrigger: Check = ({ draft, prices }, { terms, contract }) => {
  const { trigger } = prices;
  if (trigger === null) return null;
  const step = contract === null ? terms.tick : triggerStep(draft.triggerBy, contract);
  if (step !== null && !isMultipleOf(trigger, step)) {
    const near = roundToStep(trigger, step, 'half-even');
    const text = t`${formatDecimal(trigger)} is not a multiple of the tick ${step}.`;
    const title = t`Round the trigger price to the tick.`;
    return validationError('trigger', { title, text }, [isPositive(near) ? putPrice('trigger', near, step) : null]);
  }
  if (prices.direction !== null) return null;
  const text = t`The trigger price source is unknown, so the direction is too.`;
  return validationError('trigger', { title: t`Wait.`, text });
};
