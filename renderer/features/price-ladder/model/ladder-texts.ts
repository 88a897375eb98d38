import { compare, type Decimal, divide, scaleOf } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { decimalSign, formatDecimal } from '#lib/format.ts';
import { termsText } from '#lib/positions/order-terms.ts';
import type { LadderTaking, PressedAction, PressedOrder } from './ladder-order.ts';
import { accountOfMark, type OwnMark } from '../own/own-marks.ts';
import { isExact, type QueueRange, shownRange } from '../own/queue-range.ts';
import { sideLabels } from '#lib/side-labels.ts';
import { accountText } from '#lib/accounts/account-text.ts';
import { marginTypeOf, marginTypeText } from '#lib/trade-type.ts';
import { t } from '#shared/words/t.ts';

export function tickPriceText(price: Decimal, tick: Decimal): string {
  return formatDecimal(price, { minimumDecimals: scaleOf(tick) });
}

function amountWords(size: Decimal | null, { venue, baseCurrency }: MarketTerms): string {
  return size === null ? t`all` : `${formatDecimal(size)} ${venue === 'futures' ? t`lots` : baseCurrency}`;
}

const verbs: Readonly<Record<Side, string>> = { buy: t`Buy`, sell: t`Sell` };

/** The action of a press in a sentence. */
export function pressText({ order, side, price }: PressedAction, size: Decimal, terms: MarketTerms): string {
  const at = tickPriceText(price, terms.tick);
  if (order === 'limit') return t`${verbs[side]} ${amountWords(size, terms)} at ${at}`;
  const by = terms.venue === 'futures' ? t`mark` : t`last`;
  return t`${verbs[side]} ${amountWords(size, terms)} at market once ${by} is ${side === 'buy' ? '≥' : '≤'} ${at}`;
}

/**
 * Account and terms of an order: ` on cross margin, borrows what is missing`, `, isolated 10×`, `, cross 20×,
 * reduce-only`.
 */
export function takingText(
  { call, order }: PressedOrder,
  taking: Pick<LadderTaking, 'marginMode' | 'leverage'>,
): string {
  if (call === 'orders.placeFutures') {
    const { marginMode, leverage } = taking;
    // an order that only reduces has no leverage
    return order.isReduceOnly === true
      ? t`, ${marginTypeText(marginMode)}, reduce-only`
      : `, ${termsText(marginMode, leverage)}`;
  }
  if (!('tradeType' in order) || order.tradeType === undefined) return '';
  const loan =
    'isAutoBorrow' in order && order.isAutoBorrow === true
      ? t`, borrows what is missing, repays`
      : order.isAutoRepay === true
        ? t`, repays`
        : '';
  return ` ${accountText(order.tradeType)}${loan}`;
}

/** An own order in a few words; one on margin says so, because a row may have orders of several accounts. */
export function markText(mark: OwnMark, terms: MarketTerms): string {
  const { side, isStop, rest, price, of } = mark;
  const account = accountOfMark(mark);
  const where = marginTypeOf(account) === undefined ? '' : ` ${accountText(account)}`;
  const order = t`${isStop ? t`stop ` : ''}${sideLabels[side]} ${amountWords(rest, terms)} at ${tickPriceText(price, terms.tick)}`;
  const words = `${order}${where}`;
  return 'stop' in of && of.stop.pairId !== undefined ? t`${words} with the other of its pair` : words;
}

const magnitudes = [
  { least: '1000000', suffix: 'M' },
  { least: '1000', suffix: 'k' },
] as const;

/** Three digits that count: more would not be read beside each other. */
function threeDigits(size: Decimal): string {
  const whole = size.replace(/\..*$/, '');
  const fraction = size.slice(whole.length + 1);
  if (whole.length > 2) return formatDecimal(size, { maximumDecimals: 0 });
  const zeros = whole === '0' ? fraction.length - fraction.replace(/^0+/, '').length : 0;
  return formatDecimal(size, { maximumDecimals: whole === '0' ? Math.min(zeros + 2, 8) : 3 - whole.length });
}

/** A size from `from` on in thousands or millions. */
function scaled(size: Decimal, from: Decimal): string {
  const magnitude = compare(size, from) < 0 ? undefined : magnitudes.find(({ least }) => compare(size, least) >= 0);
  if (magnitude === undefined) return threeDigits(size);
  return `${threeDigits(divide(size, magnitude.least, { scale: 3, rounding: 'half-even' }))}${magnitude.suffix}`;
}

/** A size in little room; not for figures that are sent. */
export function shortSize(size: Decimal): string {
  return scaled(size, '100000');
}

/** The same in a column that has no room for a zero that says nothing: `0.40` → `.4`, `80474` → `80.5k`. */
export function tinySize(size: Decimal): string {
  const text = scaled(size, '10000');
  return text.includes(decimalSign) ? text.replace(/^0(?=[.,])/, '').replace(/[.,]?0+(?=[kM]?$)/, '') : text;
}

/** The queue before an order: `1.1–1.9`, `≤ 0.4` when only the maximum is known, `first` when it is empty. */
export function queueText(range: QueueRange | null): string {
  if (range === null) return '–';
  const shown = shownRange(range);
  if (shown === null) return t`first`;
  if (isExact(range)) return tinySize(shown.to);
  return Number(shown.from) === 0 ? `≤ ${tinySize(shown.to)}` : `${tinySize(shown.from)}–${tinySize(shown.to)}`;
}
