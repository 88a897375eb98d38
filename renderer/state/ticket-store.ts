import { create } from 'zustand';
import type { MarginMode } from '#shared/domain/account/futures-account.ts';
import type { Side, TradeType } from '#shared/domain/scalars.ts';
import type { SizeUnit } from '#shared/order-entry/size-text.ts';

/** A prefill of the ticket: a row of the book, a position, a chart. Texts as one would type them. */
export interface TicketPrefill {
  readonly side?: Side;
  readonly price?: string;
  readonly size?: string;
  /** what a size without a unit counts; missing: what the ticket counts in */
  readonly sizeUnit?: SizeUnit;
  /** the order type for the size and price; missing: the current type of the ticket */
  readonly kind?: 'limit' | 'stop-market';
  /** what sets a stop off */
  readonly trigger?: string;
  readonly isReduceOnly?: boolean;
  /** the account that it trades from; missing: the one of the ticket, as with what follows */
  readonly tradeType?: TradeType;
  readonly isAutoBorrow?: boolean;
  readonly isAutoRepay?: boolean;
  readonly marginMode?: MarginMode;
  readonly leverage?: string;
  /** the size is what rests up to the price, on the side that such an order takes from */
  readonly isSweep?: boolean;
  /** nothing of it is left to type: it is shown for review at once, unless something is wrong with it */
  readonly isReview?: boolean;
  /** Tab was pressed while loading: the keys go to the price */
  readonly isInPrice?: boolean;
}

interface TicketState {
  readonly isOpen: boolean;
  /** the ticket takes it and then it is null again */
  readonly prefill: TicketPrefill | null;
  /** when it was asked for last, by the clock that only runs on */
  readonly prefilledAtMs: number;
  /** opens the ticket of the market on the screen, and puts this into it */
  readonly open: (prefill: TicketPrefill) => void;
  readonly clearPrefill: () => void;
  readonly close: () => void;
}

/** A ticket that takes longer than this to come has lost the keys and the focus: they are the desk's again. */
const longestMs = 3000;

/** Whether the prefill of the ticket is still the newest one. */
export function isPrefillRecent({ prefill, prefilledAtMs }: Pick<TicketState, 'prefill' | 'prefilledAtMs'>): boolean {
  return prefill !== null && performance.now() - prefilledAtMs < longestMs;
}

/** Whether the ticket is open, and what is on its way into it. What is typed lives in the ticket itself. */
export const useTicketStore = create<TicketState>()(set => ({
  isOpen: false,
  prefill: null,
  prefilledAtMs: Number.NEGATIVE_INFINITY,
  open: prefill => set({ prefill, prefilledAtMs: performance.now(), isOpen: true }),
  clearPrefill: () => set({ prefill: null }),
  close: () => set({ isOpen: false, prefill: null }),
}));
