import type { Market } from '#shared/domain/market/market.ts';
import { emptyTicket, type TicketDraft } from './ticket-draft.ts';

/** What was chosen last in each market: the next ticket there begins with it. Prices are never kept. */
const last = new Map<string, Partial<TicketDraft>>();

function keyOf({ venue, symbol }: Market): string {
  return `${venue}:${symbol}`;
}

/** A new ticket of a market, with size and account of the last one there. */
export function lastTicket(market: Market, empty: TicketDraft): TicketDraft {
  return { ...empty, ...last.get(keyOf(market)) };
}

/** Keeps what the next ticket of this market begins with, and answers that ticket. */
export function rememberTicket(market: Market, draft: TicketDraft): TicketDraft {
  const { side, tradeType, size, sizeUnit, leverage, marginMode, triggerBy } = draft;
  last.set(keyOf(market), { side, tradeType, size, sizeUnit, leverage, marginMode, triggerBy });
  return lastTicket(market, emptyTicket(market.venue));
}
