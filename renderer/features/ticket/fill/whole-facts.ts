import { add, type Decimal } from '#shared/decimal.ts';
import type { Fact } from '#ui/value/facts.tsx';
import { hasPlacedExits } from '../model/exits.ts';
import type { TicketFigures } from '../model/figures.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { moneyText } from '../model/order-texts.ts';
import { crossOrderCost } from '../outlook/outlook.ts';
import { t } from '#shared/words/t.ts';

type PaidFigures = Pick<TicketFigures, 'draft' | 'cost' | 'counted' | 'outlook' | 'entry' | 'leverage'>;

/**
 * What a fill is paid with, fees counted: margin on futures, base currency of a spot sale, else quote currency. Null: not
 * known, or nothing fills.
 */
export function paidFor(figures: PaidFigures, facts: TicketFacts): Decimal | null {
  const { draft, cost, counted, outlook } = figures;
  if (facts.terms.venue === 'futures') return outlook?.marginNeeded ?? crossOrderCost(figures, facts);
  if (draft.side === 'sell') return counted;
  return cost === null ? null : add(cost.worth, cost.fee ?? '0');
}

/** Of an order that the book would fill in part: fee, cost and loss at the stop if all of it fills. */
export function wholeFacts(figures: TicketFigures, facts: TicketFacts): readonly Fact[] {
  const { draft, kind, counted, fills, whole } = figures;
  if (fills === null || fills === counted) return [];
  const { settleCurrency, baseCurrency } = facts.terms;
  const isSpotSale = facts.terms.venue === 'spot' && draft.side === 'sell';
  const paid = paidFor({ ...figures, ...whole, counted }, facts);
  const fee = whole.cost?.fee ?? null;
  const loss = lossOf(figures);
  const parts = [
    fee === null ? null : t`fee ${moneyText(fee, settleCurrency)}`,
    paid === null ? null : t`order cost ${moneyText(paid, isSpotSale ? baseCurrency : settleCurrency)}`,
    loss === null || !hasPlacedExits(draft, kind) ? null : t`loss at the SL ${moneyText(loss, settleCurrency)}`,
  ].filter(part => part !== null);
  const hint = t`The book may have all of it when the order gets there; the exchange holds funds for all of it until then`;
  return parts.length === 0 ? [] : [{ label: t`If all of it fills`, value: parts.join(', '), hint }];
}

function lossOf({ whole: { lossAtStop } }: TicketFigures): Decimal | null {
  return lossAtStop === null ? null : add(lossAtStop.priceLoss, lossAtStop.fees ?? '0');
}
