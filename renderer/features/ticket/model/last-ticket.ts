import { create } from 'zustand';
import type { Market } from '#shared/domain/market/market.ts';
import { type DraftEdit, kindOf, type TicketDraft } from './ticket-draft.ts';

interface TicketMemory {
  readonly choices: ReadonlyMap<string, DraftEdit>;
}

/** What the user chose last in each market, sent or not, until the window is closed. */
export const useTicketMemory = create<TicketMemory>()(() => ({ choices: new Map() }));

function keyOf({ venue, symbol }: Market): string {
  return `${venue}:${symbol}`;
}

/** Not kept, as it belongs to one order: prices of its moment, its labels, and that it reduces a position. */
const ofOneOrder = {
  price: '',
  trigger: '',
  stopLoss: '',
  takeProfit: '',
  remark: '',
  tags: '',
  isReduceOnly: false,
  isClose: false,
} as const satisfies DraftEdit;

/** A new ticket of a market, with account, type, size and flags of the last one there and without its prices. */
export function lastTicket(market: Market, empty: TicketDraft): TicketDraft {
  return { ...empty, ...useTicketMemory.getState().choices.get(keyOf(market)) };
}

/** Keeps what the next ticket of this market begins with. */
export function rememberTicket(market: Market, draft: TicketDraft): void {
  // a market order by `m` in the price is one without the price as well
  const choices = { ...draft, kind: kindOf(draft), ...ofOneOrder };
  useTicketMemory.setState(({ choices: kept }) => ({ choices: new Map(kept).set(keyOf(market), choices) }));
}
