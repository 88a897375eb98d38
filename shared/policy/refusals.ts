import { compare, type Decimal } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { beyond, slippageOf } from './book-cost.ts';
import type { Policy } from './policy.ts';
import type { PolicyMarket, PolicyOrder } from './policy-act.ts';
import type { Priced } from './price-order.ts';
import { amountWords, fractionWords, groupDigits } from './words.ts';

/** What a refusal rests on. */
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
  | 'confirmation';

/** Why an act must not go: the rule, the figure and the limit in words with their units, and all of it as a sentence. */
export interface PolicyRefusal {
  readonly rule: PolicyRule;
  readonly figure: string;
  readonly limit: string;
  readonly message: string;
  /** the order of a batch, counted from 0; null: the act as a whole */
  readonly row: number | null;
}

const rights = {
  mayPlace: ['may-place', 'place orders'],
  mayCancel: ['may-cancel', 'cancel orders'],
  mayMoveMargin: ['may-move-margin', 'move margin'],
  mayBorrow: ['may-borrow', 'borrow'],
  mayTransfer: ['may-transfer', 'move money between wallets'],
} as const;

export type PolicyRight = keyof typeof rights;

export function rightRefusals(policy: Policy, right: PolicyRight): readonly PolicyRefusal[] {
  if (policy[right]) return [];
  const [rule, what] = rights[right];
  const message = `This profile may not ${what}. Allow it in its policy.`;
  return [{ rule, figure: what, limit: 'not allowed', message, row: null }];
}

interface JudgedOrder {
  readonly order: PolicyOrder;
  readonly market: PolicyMarket;
  readonly policy: Policy;
  readonly priced: Priced;
  readonly counted: Decimal | null;
}

/** Why this one order must not go, whatever else goes with it. */
export function orderRefusals(judged: JudgedOrder): readonly PolicyRefusal[] {
  const { order, market, policy, priced, counted } = judged;
  if (priced.touch === null) return [priceUnknown(market)];
  return [
    ...priceRefusals(order, policy, priced),
    ...slippageRefusals(judged, priced.touch),
    ...(priced.value === null && !order.isReducing ? [sizeUnknown(policy)] : []),
    ...(counted === null
      ? []
      : tooMuch({ rule: 'largest-order', what: 'This order', figure: counted, limit: policy.largestOrder, policy })),
  ];
}

function priceRefusals(
  { side, price, twinPrice }: PolicyOrder,
  policy: Policy,
  { reference, touch }: Priced,
): readonly PolicyRefusal[] {
  const own = price === null || reference === null ? [] : tooFar(side, policy, { price, reference });
  const isBare = twinPrice === undefined || touch === null;
  return isBare ? own : [...own, ...tooFar(side, policy, { price: twinPrice, reference: touch })];
}

interface Limit {
  readonly price: Decimal;
  /** what it is held against */
  readonly reference: Decimal;
}

function tooFar(side: Side, policy: Policy, { price, reference }: Limit): readonly PolicyRefusal[] {
  const distance = beyond(side, price, reference);
  if (compare(distance, policy.furthestPrice) <= 0) return [];
  const figure = fractionWords(distance);
  const limit = fractionWords(policy.furthestPrice);
  const where = `${figure} ${side === 'buy' ? 'above' : 'below'} ${groupDigits(reference)}`;
  const message = `The price ${groupDigits(price)} is ${where}; the furthest that this profile may go is ${limit}.`;
  return [{ rule: 'furthest-price', figure, limit, message, row: null }];
}

function slippageRefusals({ order, market, policy, priced }: JudgedOrder, touch: Decimal): readonly PolicyRefusal[] {
  if (order.type === 'limit') return [];
  const limit = fractionWords(policy.marketSlippage);
  const refuse = (figure: string, message: string): readonly PolicyRefusal[] => [
    { rule: 'market-slippage', figure, limit, message, row: null },
  ];
  if (priced.cost === null) {
    return refuse('unknown', 'The size of the position is not known, so neither is the slippage. State a size.');
  }
  const { isWhole, units } = priced.cost;
  if (!isWhole) {
    const held = `${groupDigits(units)} ${market.unit}`;
    return refuse(
      'more than the book holds',
      `The book of ${market.symbol} that is known holds ${held}, which is less than this market order takes. Use a limit, or a smaller size.`,
    );
  }
  const slippage = slippageOf(market, priced.cost, { side: order.side, touch });
  if (compare(slippage, policy.marketSlippage) <= 0) return [];
  const figure = fractionWords(slippage);
  return refuse(
    figure,
    `This market order would slip ${figure} from ${groupDigits(touch)}; the most for this profile is ${limit}. Use a limit, or a smaller size.`,
  );
}

interface Excess {
  readonly rule: 'largest-order' | 'largest-batch' | 'daily-notional';
  readonly what: string;
  readonly figure: Decimal;
  readonly limit: Decimal;
  readonly policy: Policy;
}

const limitNames = {
  'largest-order': 'the largest order of this profile is',
  'largest-batch': 'the largest batch of this profile is',
  'daily-notional': 'the most that this profile sends in a day is',
} as const;

export function tooMuch({ rule, what, figure, limit, policy }: Excess): readonly PolicyRefusal[] {
  if (compare(figure, limit) <= 0) return [];
  const figureWords = amountWords(figure, policy.currency);
  const limitWords = amountWords(limit, policy.currency);
  const verb = rule === 'daily-notional' ? 'would make' : 'is worth';
  const message = `${what} ${verb} ${figureWords}; ${limitNames[rule]} ${limitWords}.`;
  return [{ rule, figure: figureWords, limit: limitWords, message, row: null }];
}

export function notCounted({ dailyNotional, currency }: Policy): PolicyRefusal {
  const message =
    'What this profile has sent today cannot be counted now, so nothing more is sent. Try again when its prices and the order journal can be read.';
  return {
    rule: 'daily-notional',
    figure: 'unknown',
    limit: amountWords(dailyNotional, currency),
    message,
    row: null,
  };
}

function priceUnknown({ symbol }: PolicyMarket): PolicyRefusal {
  const message = `No price of ${symbol} is known now, and without one nothing is sent. Open its book, and send again when it moves.`;
  return { rule: 'price-unknown', figure: 'unknown', limit: 'a live price', message, row: null };
}

export function rateUnknown(currency: string, policy: Policy): PolicyRefusal {
  const message = `No book prices ${currency} in ${policy.currency} now, and without a price nothing is sent. Try again when it does, or choose another currency for the policy.`;
  return { rule: 'price-unknown', figure: 'unknown', limit: `a price in ${policy.currency}`, message, row: null };
}

function sizeUnknown({ largestOrder, currency }: Policy): PolicyRefusal {
  const message = 'The order says no size, so it cannot be held against the largest order. State a size.';
  return {
    rule: 'largest-order',
    figure: 'unknown',
    limit: amountWords(largestOrder, currency),
    message,
    row: null,
  };
}
