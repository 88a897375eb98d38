import { compare, type Decimal, divide, scaleOf } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { decimalSign, formatDecimal } from '#lib/format.ts';
import type { PressedAct, PressedOrder } from './ladder-order.ts';
import type { OwnMark } from '../own/own-marks.ts';
import { isExact, type QueueRange, shownRange } from '../own/queue-range.ts';
import { sideWords } from '#lib/side-words.ts';
import { t } from '#shared/words/t.ts';

export function priceWords(price: Decimal, tick: Decimal): string {
  return formatDecimal(price, { minimumDecimals: scaleOf(tick) });
}

function amountWords(size: Decimal | null, { venue, baseCurrency }: MarketTerms): string {
  return size === null ? t`all` : `${formatDecimal(size)} ${venue === 'futures' ? t`lots` : baseCurrency}`;
}

const verbs: Readonly<Record<Side, string>> = { buy: t`Buy`, sell: t`Sell` };

/** The act of a press in a sentence. */
export function pressWords({ order, side, price }: PressedAct, size: Decimal, terms: MarketTerms): string {
  const at = priceWords(price, terms.tick);
  if (order === 'limit') return t`${verbs[side]} ${amountWords(size, terms)} at ${at}`;
  const by = terms.venue === 'futures' ? t`mark` : t`last`;
  return t`${verbs[side]} ${amountWords(size, terms)} at market once ${by} is ${side === 'buy' ? '≥' : '≤'} ${at}`;
}

/** What is not plain of the account that it trades from: ` on cross margin, borrowing what is missing`, ` reduce-only`. */
export function takingWords({ order }: PressedOrder): string {
  if ('isReduceOnly' in order && order.isReduceOnly === true) return t`, reduce-only`;
  if (!('tradeType' in order) || order.tradeType === undefined) return '';
  const loan =
    'isAutoBorrow' in order && order.isAutoBorrow === true
      ? t`, borrows what is missing, repays`
      : order.isAutoRepay === true
        ? t`, repays`
        : '';
  return t` on ${order.tradeType} margin${loan}`;
}

/** An own order in a few words. */
export function markWords({ side, isStop, rest, price, of }: OwnMark, terms: MarketTerms): string {
  const words = t`${isStop ? t`stop ` : ''}${sideWords[side]} ${amountWords(rest, terms)} at ${priceWords(price, terms.tick)}`;
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

/** What stands before an order: `1.1–1.9`, `≤ 0.4` when only the most is known, `first` when nobody is. */
export function queueText(range: QueueRange | null): string {
  if (range === null) return '–';
  const shown = shownRange(range);
  if (shown === null) return t`first`;
  if (isExact(range)) return tinySize(shown.to);
  return Number(shown.from) === 0 ? `≤ ${tinySize(shown.to)}` : `${tinySize(shown.from)}–${tinySize(shown.to)}`;
}
