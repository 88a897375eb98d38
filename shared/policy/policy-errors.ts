import { compare, type Decimal } from '#shared/decimal.ts';
import { assertNever } from '#shared/errors.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { beyond, slippageOf } from './book-cost.ts';
import { type MovedCount, type MovementKind, movementLabels, movementText } from './movements.ts';
import type { Policy } from './policy.ts';
import type { PolicyMarket, PolicyOrder } from './policy-action.ts';
import type { Priced } from './price-order.ts';
import { amountWithCurrency, percentText, groupDigits } from './figure-texts.ts';
import { t } from '#shared/words/t.ts';

/** What a validation error rests on. */
export type PolicyRule =
  | 'may-place'
  | 'may-cancel'
  | 'may-move-margin'
  | 'may-borrow'
  | 'may-transfer'
  | 'price-unknown'
  | 'largest-order'
  | 'largest-batch'
  | 'daily-notional'
  | 'furthest-price'
  | 'market-slippage'
  | 'confirmation'
  | (typeof movementRules)[MovementKind]['perHour' | 'perDay'];

const movementRules = {
  loans: { perHour: 'loans-per-hour', perDay: 'loans-per-day' },
  transfers: { perHour: 'transfers-per-hour', perDay: 'transfers-per-day' },
  removedMargin: { perHour: 'removed-margin-per-hour', perDay: 'removed-margin-per-day' },
  settings: { perHour: 'settings-per-hour', perDay: 'settings-per-day' },
} as const satisfies Record<MovementKind, unknown>;

/**
 * Why an action must not go: the rule, the figure and the limit in words with their units, and all of it as a sentence.
 */
export interface PolicyError {
  readonly rule: PolicyRule;
  readonly figure: string;
  readonly limit: string;
  readonly message: string;
  /** the order of a batch, counted from 0; null: the action as a whole */
  readonly row: number | null;
}

const rights = {
  mayPlace: ['may-place', t`place orders`, t`This profile may not place orders. Allow it in its policy.`],
  mayCancel: ['may-cancel', t`cancel orders`, t`This profile may not cancel orders. Allow it in its policy.`],
  mayMoveMargin: ['may-move-margin', t`move margin`, t`This profile may not move margin. Allow it in its policy.`],
  mayBorrow: ['may-borrow', t`borrow`, t`This profile may not borrow. Allow it in its policy.`],
  mayTransfer: [
    'may-transfer',
    t`move money between wallets`,
    t`This profile may not move money between wallets. Allow it in its policy.`,
  ],
} as const;

export type PolicyRight = keyof typeof rights;

export function checkRight(policy: Policy, right: PolicyRight): readonly PolicyError[] {
  if (policy[right]) return [];
  const [rule, what, message] = rights[right];
  return [{ rule, figure: what, limit: t`not allowed`, message, row: null }];
}

interface JudgedOrder {
  readonly order: PolicyOrder;
  readonly market: PolicyMarket;
  readonly policy: Policy;
  readonly priced: Priced;
  readonly counted: Decimal | null;
}

/** Why this order must not be sent, whatever else is sent with it. */
export function checkOrderRules(judged: JudgedOrder): readonly PolicyError[] {
  const { order, market, policy, priced, counted } = judged;
  if (priced.touch === null) return [priceUnknown(market)];
  return [
    ...checkPrices(order, policy, priced),
    ...checkSlippage(judged, priced.touch),
    ...(priced.value === null && !order.isReducing ? [sizeUnknown(policy)] : []),
    ...(counted === null
      ? []
      : tooMuch({ what: { kind: 'order' }, figure: counted, limit: policy.largestOrder, policy })),
  ];
}

function checkPrices(
  { side, price, twinPrice }: PolicyOrder,
  policy: Policy,
  { reference, touch }: Priced,
): readonly PolicyError[] {
  const own = price === null || reference === null ? [] : tooFar(side, policy, { price, reference });
  const isBare = twinPrice === undefined || touch === null;
  return isBare ? own : [...own, ...tooFar(side, policy, { price: twinPrice, reference: touch })];
}

interface Limit {
  readonly price: Decimal;
  /** what it is held against */
  readonly reference: Decimal;
}

function tooFar(side: Side, policy: Policy, { price, reference }: Limit): readonly PolicyError[] {
  const distance = beyond(side, price, reference);
  if (compare(distance, policy.furthestPrice) <= 0) return [];
  const figure = percentText(distance);
  const limit = percentText(policy.furthestPrice);
  const [own, held] = [groupDigits(price), groupDigits(reference)];
  const message =
    side === 'buy'
      ? t`The price ${own} is ${figure} above ${held}; the furthest that this profile may go is ${limit}.`
      : t`The price ${own} is ${figure} below ${held}; the furthest that this profile may go is ${limit}.`;
  return [{ rule: 'furthest-price', figure, limit, message, row: null }];
}

function checkSlippage({ order, market, policy, priced }: JudgedOrder, touch: Decimal): readonly PolicyError[] {
  if (order.type === 'limit') return [];
  const limit = percentText(policy.marketSlippage);
  const refuse = (figure: string, message: string): readonly PolicyError[] => [
    { rule: 'market-slippage', figure, limit, message, row: null },
  ];
  if (priced.cost === null) {
    return refuse(t`unknown`, t`The size of the position is unknown, so slippage is too. Enter a size.`);
  }
  const { isWhole, units } = priced.cost;
  if (!isWhole) {
    const held = `${groupDigits(units)} ${market.unitWords}`;
    return refuse(
      t`more than the book holds`,
      t`The loaded order book of ${market.symbol} holds ${held}, less than this market order. Use a limit order or a smaller size.`,
    );
  }
  const slippage = slippageOf(market, priced.cost, { side: order.side, touch });
  if (compare(slippage, policy.marketSlippage) <= 0) return [];
  const figure = percentText(slippage);
  return refuse(
    figure,
    t`The slippage of this market order is ${figure} from ${groupDigits(touch)}; the limit of this profile is ${limit}. Use a limit order or a smaller size.`,
  );
}

/** What comes to too much; `day` with what was sent before it. */
type Excessive = { readonly kind: 'order' | 'loan' | 'batch' } | { readonly kind: 'day'; readonly before: Decimal };

interface Excess {
  readonly what: Excessive;
  readonly figure: Decimal;
  readonly limit: Decimal;
  readonly policy: Policy;
}

const rulesOfExcess = {
  order: 'largest-order',
  loan: 'largest-order',
  batch: 'largest-batch',
  day: 'daily-notional',
} as const;

/** The figure and its limit come as words. */
function excessSentence(what: Excessive, currency: string, [figure, limit]: readonly [string, string]): string {
  switch (what.kind) {
    case 'order':
      return t`This order has a value of ${figure}; the largest order of this profile is ${limit}.`;
    case 'loan':
      return t`This loan has a value of ${figure}; the largest order of this profile is ${limit}.`;
    case 'batch':
      return t`This batch has a value of ${figure}; the largest batch of this profile is ${limit}.`;
    case 'day':
      return t`With ${amountWithCurrency(what.before, currency)} sent since midnight UTC, this would make ${figure}; the most that this profile sends in a day is ${limit}.`;
    default:
      return assertNever(what);
  }
}

export function tooMuch({ what, figure, limit, policy }: Excess): readonly PolicyError[] {
  if (compare(figure, limit) <= 0) return [];
  const figureWords = amountWithCurrency(figure, policy.currency);
  const limitWords = amountWithCurrency(limit, policy.currency);
  const message = excessSentence(what, policy.currency, [figureWords, limitWords]);
  return [{ rule: rulesOfExcess[what.kind], figure: figureWords, limit: limitWords, message, row: null }];
}

export function notCounted({ dailyNotional, currency }: Policy): PolicyError {
  const message = t`What this profile has sent today cannot be counted now, so nothing more is sent. Try again when its prices and the order journal can be read.`;
  return {
    rule: 'daily-notional',
    figure: t`unknown`,
    limit: amountWithCurrency(dailyNotional, currency),
    message,
    row: null,
  };
}

const spans = [
  { limit: 'perHour', counted: 'hour' },
  { limit: 'perDay', counted: 'day' },
] as const;

/** What all of the kind come to with this one, where that is more than an hour or a day may have. */
export function movedTooMuch(kind: MovementKind, withThis: MovedCount, { movements, currency }: Policy) {
  return spans.flatMap(({ limit: span, counted }): readonly PolicyError[] => {
    if (compare(withThis[counted], movements[kind][span]) <= 0) return [];
    const figure = movementText(kind, withThis[counted], currency);
    const limit = movementText(kind, movements[kind][span], currency);
    const message = t`${movementLabels[kind][counted]}: ${figure} with this one; the most for this profile is ${limit}.`;
    return [{ rule: movementRules[kind][span], figure, limit, message, row: null }];
  });
}

export function movedNotCounted(kind: MovementKind, { movements, currency }: Policy): PolicyError {
  const message = t`${movementLabels[kind].day}: they cannot be counted now, so nothing more is sent. Try again when prices and the order journal can be read.`;
  const limit = movementText(kind, movements[kind].perDay, currency);
  return { rule: movementRules[kind].perDay, figure: t`unknown`, limit, message, row: null };
}

function priceUnknown({ symbol }: PolicyMarket): PolicyError {
  const message = t`No price of ${symbol} is known now, and without one nothing is sent. Open its book, and send again when it moves.`;
  return { rule: 'price-unknown', figure: t`unknown`, limit: t`a live price`, message, row: null };
}

export function rateUnknown(currency: string, policy: Policy): PolicyError {
  const message = t`No book prices ${currency} in ${policy.currency} now, and without a price nothing is sent. Try again when it does, or choose another currency for the policy.`;
  return { rule: 'price-unknown', figure: t`unknown`, limit: t`a price in ${policy.currency}`, message, row: null };
}

/** The exchange does not state the value of the contract. */
export function termsUnknown(symbol: string, { currency }: Policy): PolicyError {
  const message = t`The exchange does not state the value of ${symbol}, so only reduce-only orders are sent.`;
  return { rule: 'price-unknown', figure: t`unknown`, limit: t`a price in ${currency}`, message, row: null };
}

function sizeUnknown({ largestOrder, currency }: Policy): PolicyError {
  const message = t`The order has no size, so it cannot be compared with the largest order. Enter a size.`;
  return {
    rule: 'largest-order',
    figure: t`unknown`,
    limit: amountWithCurrency(largestOrder, currency),
    message,
    row: null,
  };
}
