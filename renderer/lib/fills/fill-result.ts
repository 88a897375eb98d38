import { type Decimal, isZero, scaleOf, subtract } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { formatDecimal } from '../format.ts';
import { averagePrice } from '../orders/average-price.ts';
import { t } from '#shared/words/t.ts';

/** `success`: filled completely; `warning`: a part was cancelled; `danger`: nothing was filled; `open`: not final yet. */
export type OutcomeTone = 'open' | 'success' | 'warning' | 'danger';

export interface FillResult {
  readonly tone: OutcomeTone;
  readonly text: string;
}

type SentOrder = Pick<Order, 'venue' | 'filledSize' | 'filledFunds' | 'fee' | 'feeCurrency' | 'isActive'>;
type FillTerms = Pick<MarketTerms, 'venue' | 'baseCurrency' | 'tick' | 'multiplier' | 'isInverse'>;

/** The result of one order of size `asked`, as the exchange reports it now: filled of asked, average price, fee, cancelled. */
export function fillResultOf(order: SentOrder, asked: Decimal, terms: FillTerms): FillResult {
  const { filledSize: filled, isActive } = order;
  if (filled === null) return { tone: 'open', text: t`The exchange does not state how much of it is filled.` };
  const done = `${filledText({ ...order, filledSize: filled }, asked, terms)}${feeText(order)}`;
  const rest = subtract(asked, filled);
  const restText = formatDecimal(rest);
  const isLots = terms.venue === 'futures';
  if (isActive) {
    const open = isLots ? t`${restText} lots are open.` : t`${restText} ${terms.baseCurrency} is open.`;
    return { tone: 'open', text: `${done}. ${open}` };
  }
  if (isZero(rest)) return { tone: 'success', text: `${done}.` };
  const cancelled = isLots ? t`Cancelled: ${restText} lots.` : t`Cancelled: ${restText} ${terms.baseCurrency}.`;
  return { tone: isZero(filled) ? 'danger' : 'warning', text: `${done}. ${cancelled}` };
}

function filledText(order: SentOrder & { readonly filledSize: Decimal }, asked: Decimal, terms: FillTerms): string {
  const { filledSize: filled } = order;
  const average = averagePrice(order, scaleOf(terms.tick), terms);
  const ofAsked =
    terms.venue === 'futures'
      ? t`${formatDecimal(filled)} of ${formatDecimal(asked)} lots`
      : t`${formatDecimal(filled)} of ${formatDecimal(asked)} ${terms.baseCurrency}`;
  return average === null ? t`Filled ${ofAsked}` : t`Filled ${ofAsked} at average ${formatDecimal(average)}`;
}

/** Empty: nothing was filled, or the exchange has not reported the fee yet. */
function feeText({ filledSize, fee, feeCurrency }: SentOrder): string {
  if (fee === null || filledSize === null || isZero(filledSize)) return '';
  return t`, fee ${formatDecimal(fee, { maximumDecimals: 8 })} ${feeCurrency ?? ''}`.trimEnd();
}
