import { unknownText } from '#lib/format.ts';
import { orderTermsOf } from '#lib/positions/order-terms.ts';
import type { DraftEdit, TicketDraft } from './ticket-draft.ts';
import type { TicketFacts } from './ticket-facts.ts';

/**
 * The draft with margin mode and leverage of the open position or of the contract, which the exchange requires or changes.
 * What the user chose in this ticket stays; the leverage of a cross order is no choice of the ticket.
 */
export function withPositionTerms(draft: TicketDraft, facts: TicketFacts, chosen: DraftEdit): TicketDraft {
  const terms = orderTermsOf(facts, chosen, draft.leverage);
  return terms === null ? draft : { ...draft, ...terms, leverage: terms.leverage ?? unknownText };
}
