import { compare, type Decimal } from '#shared/decimal.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatPrice } from '#lib/tick.ts';
import type { TicketFigures } from '../model/figures.ts';
import type { ValidationError, QuickFix } from '../model/validation.ts';
import type { DraftEdit } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { t } from '#shared/words/t.ts';

/** One thing that may be wrong with a ticket; null: it is not. */
export type Check = (figures: TicketFigures, facts: TicketFacts) => ValidationError | null;

type PutField = 'leverage' | 'visible';

/** One press that puts a figure into its field. */
export function put(field: PutField, value: Decimal): QuickFix {
  const edit: DraftEdit = { [field]: value };
  return { label: t`Use ${formatDecimal(value)}`, edit };
}

/** One press that puts a price into its field, shown with the digits of the tick. */
export function putPrice(field: 'price' | 'trigger', value: Decimal, tick: Decimal): QuickFix {
  return { label: t`Use ${formatPrice(value, tick)}`, edit: { [field]: value } };
}

/** A size that was counted in something else is converted back to what the market counts; none that the exchange would refuse. */
export function putSize(value: Decimal, terms: MarketTerms): QuickFix | null {
  if (compare(value, terms.leastSize) < 0) return null;
  const sizeUnit = terms.venue === 'spot' ? 'base' : 'lots';
  return { label: t`Use ${formatDecimal(value)}`, edit: { size: value, sizeUnit } };
}
