import type { Decimal } from '#shared/decimal.ts';
import { readSizeText } from '#shared/order-entry/size-text.ts';
import { baseAmountOf, type MarketTerms, quoteWorthOf } from '#shared/order-entry/market-terms.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatPrice } from '#lib/tick.ts';
import { termsText } from '#lib/positions/order-terms.ts';
import type { ExitReference } from './exits.ts';
import type { TicketFigures } from './figures.ts';
import type { OrderRequest } from './request.ts';
import type { TicketFacts } from './ticket-facts.ts';
import { t } from '#shared/words/t.ts';

export function priceText(price: Decimal, { tick }: MarketTerms): string {
  return formatPrice(price, tick);
}

/** A size as the market counts it: `0.5 BTC`, `12 lots`. */
export function sizeWithUnit(size: Decimal, { venue, baseCurrency }: MarketTerms): string {
  return `${formatDecimal(size)} ${venue === 'futures' ? t`lots` : baseCurrency}`;
}

/** Whether one unit of a currency is about what a dollar is: two digits of it say enough. */
export function isDollarLike(currency: string): boolean {
  return currency.startsWith('USD') || currency === 'EUR';
}

/** Money at two digits, and more where that would say nothing. */
export function moneyText(amount: Decimal, currency: string): string {
  const digits = isDollarLike(currency) ? 2 : 8;
  return `${formatDecimal(amount, { minimumDecimals: Math.min(digits, 2), maximumDecimals: digits })} ${currency}`;
}

/** One order in a sentence, as it is sent. */
export function requestText(request: OrderRequest, terms: MarketTerms): string {
  const { order } = request;
  const verb = order.side === 'buy' ? t`Buy` : t`Sell`;
  const funds = 'funds' in order ? order.funds : undefined;
  const what =
    order.size === undefined
      ? funds === undefined
        ? t`the whole position`
        : t`for ${moneyText(funds, terms.quoteCurrency)}`
      : sizeWithUnit(order.size, terms);
  return `${verb} ${what}${named(order.size, terms)}${atWords(request, terms)}`;
}

/** Lots do not name their market. */
function named(size: Decimal | undefined, { venue, symbol, baseCurrency }: MarketTerms): string {
  if (venue === 'futures') return t` of ${symbol}`;
  return size === undefined ? t` of ${baseCurrency}` : '';
}

function atWords(request: OrderRequest, terms: MarketTerms): string {
  if (request.call === 'stops.placePair') {
    const { price, stopPrice, limitPrice } = request.order;
    return t` at ${priceText(price, terms)}, or at ${priceText(limitPrice, terms)} once the last price is ${priceText(stopPrice, terms)}`;
  }
  const { order } = request;
  const at = order.price === undefined ? t` at market` : t` at ${priceText(order.price, terms)}`;
  if (!('stopPrice' in order) || order.stopPrice === undefined) return at;
  const isUp = order.stop === 'up' || order.stop === 'entry';
  return t`${at} once the price is ${isUp ? t`at or above` : t`at or below`} ${priceText(order.stopPrice, terms)}`;
}

const referenceNames: Readonly<Record<ExitReference['kind'], string>> = {
  fill: t`the est. fill`,
  limit: t`the limit price`,
  mark: t`the mark price`,
  last: t`the last price`,
};

/** Which price stop loss and take profit are measured from. */
export function referenceName({ kind }: Pick<ExitReference, 'kind'>): string {
  return referenceNames[kind];
}

/** Margin mode and leverage of an order; of an open cross position its real leverage beside it. */
export function marginText(
  { draft, leverage }: Pick<TicketFigures, 'draft' | 'leverage'>,
  { position }: Pick<TicketFacts, 'position'>,
): string {
  const mode = termsText(draft.marginMode, leverage);
  const real = draft.marginMode === 'cross' && position?.marginMode === 'cross' ? position.realLeverage : null;
  return real === null ? mode : t`${mode}, effective leverage ${formatDecimal(real, { maximumDecimals: 2 })}×`;
}

/** Which form of an order is shown already: its size as the market counts it, or its value. */
type SaidForm = 'size' | 'funds';

/**
 * The order in the other form: quote beside base, base beside quote. Lots are
 * neither: there it is the form that was not typed.
 */
export function otherForm({ draft, counted, entry }: TicketFigures, terms: MarketTerms, said: SaidForm): string | null {
  if (counted === null || entry === null) return null;
  const typed = readSizeText(draft.size, terms);
  const unit = typed.state === 'read' && typed.value.kind === 'amount' ? typed.value.unit : null;
  const isQuoteTyped = (unit ?? draft.sizeUnit) === 'quote';
  return said === 'funds' || (terms.venue === 'futures' && isQuoteTyped)
    ? `${formatDecimal(baseAmountOf(counted, entry, terms), { maximumDecimals: 8 })} ${terms.baseCurrency}`
    : moneyText(quoteWorthOf(counted, entry, terms), terms.quoteCurrency);
}
