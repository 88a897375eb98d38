import { compare, isMultipleOf, isPositive, minimum, multiply, roundToStep } from '#shared/decimal.ts';
import { isCrossing } from '#shared/order-entry/book-walk.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatPrice } from '#lib/tick.ts';
import { fieldDisabledReason } from '../model/disabled-reasons.ts';
import { validationError } from '../model/validation.ts';
import { noEndText } from '#lib/moments/end-text.ts';
import { type Check, put } from './check.ts';
import { t } from '#shared/words/t.ts';

export const checkMarket: Check = (_, { terms }) =>
  terms.isOpen
    ? null
    : validationError(null, {
        title: t`${terms.symbol} is not open.`,
        text: t`The exchange accepts no orders in this market now.`,
      });

/** Choices for another account that this one does not offer. */
export const checkKind: Check = ({ draft }) => {
  const text = fieldDisabledReason(draft, 'kind');
  if (text === null) return null;
  const edit = { kind: 'limit' } as const;
  return validationError('kind', { title: t`Choose another order type.`, text }, [{ label: t`Limit`, edit }]);
};

/**
 * Post-only that would take is refused by the exchange; the ticket offers to join instead of moving the price by
 * itself.
 */
export const checkPostOnly: Check = ({ draft, kind, prices }, { terms: { tick } }) => {
  if (kind !== 'limit' || !prices.isPostOnly || prices.limit === null) return null;
  const { bid, ask } = prices.touch;
  const [own, other] = draft.side === 'buy' ? [bid, ask] : [ask, bid];
  if (other === null || !isCrossing(prices.limit, draft.side, other)) return null;
  const text = t`Post-only at ${formatPrice(prices.limit, tick)} would execute against the ${draft.side === 'buy' ? t`ask` : t`bid`} ${formatPrice(other, tick)}.`;
  return validationError('price', { title: t`Post the order instead of executing it.`, text }, [
    own === null
      ? null
      : { label: t`Post at ${formatPrice(own, tick)}`, edit: { price: draft.side === 'buy' ? 'b' : 'a' } },
    { label: t`Remove post-only`, edit: { isPostOnly: false } },
  ]);
};

export const checkIceberg: Check = ({ draft, size, visible }, { terms }) => {
  if (draft.visible.trim() === '') return null;
  if (visible === null || !isPositive(visible))
    return validationError('visible', {
      title: t`Change the display quantity.`,
      text: t`${draft.visible} is no size.`,
    });
  if (size === null) return null;
  // docs/exchange/matching.md §1: at least a twentieth of it shows
  const least = roundToStep(multiply(size, '0.05'), terms.lot, 'ceil');
  const most = roundToStep(size, terms.lot, 'down');
  const title = t`Change the display quantity.`;
  if (compare(visible, least) < 0)
    return validationError(
      'visible',
      { title, text: t`${formatDecimal(visible)} is below 1/20 of the size, ${formatDecimal(least)}.` },
      [put('visible', least)],
    );
  if (compare(visible, most) > 0)
    return validationError(
      'visible',
      { title, text: t`${formatDecimal(visible)} is more than the size ${formatDecimal(most)}.` },
      [put('visible', most)],
    );
  const whole = roundToStep(visible, terms.lot, 'up');
  return isMultipleOf(visible, terms.lot)
    ? null
    : validationError(
        'visible',
        { title, text: t`${formatDecimal(visible)} is not a multiple of ${formatDecimal(terms.lot)}.` },
        [put('visible', minimum(whole, most))],
      );
};

export const checkLife: Check = ({ draft, kind, lifeS }) => {
  if (kind !== 'limit' || draft.timeInForce !== 'GTT' || lifeS !== null) return null;
  const words = { title: t`Enter the expiry.`, text: noEndText(draft.life) };
  return validationError('life', words, [{ label: t`Use 30m`, edit: { life: '30m' } }]);
};

/** A market order without a book to look at could fill anywhere. */
export const checkBook: Check = ({ kind }, { book }) =>
  kind === 'market' && book.state === 'none'
    ? validationError('price', {
        title: t`Use a limit price.`,
        text: t`A market order needs a live book. ${book.reason}`,
      })
    : null;

function isPlain(text: string, most: number): boolean {
  return text.trim().length <= most && /^[\x20-\x7e]*$/.test(text.trim());
}

export const checkLabels: Check = ({ draft }) => {
  // stops and futures orders take longer ones
  const isShort = draft.tradeType !== 'futures' && (draft.kind === 'limit' || draft.kind === 'market');
  const most = isShort ? 20 : 100;
  if (!isPlain(draft.remark, most))
    return validationError('remark', { title: t`Shorten the remark.`, text: t`At most ${most} plain characters.` });
  return isPlain(draft.tags, 20)
    ? null
    : validationError('tags', { title: t`Shorten the tag.`, text: t`At most 20 plain characters.` });
};
