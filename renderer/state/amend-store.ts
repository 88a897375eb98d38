import { create } from 'zustand';
import type { Decimal } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';

/** What was dragged to another price: an order, or the price that sets a stop off. */
export type AmendPrefill =
  | { readonly kind: 'order'; readonly order: Order; readonly price: Decimal }
  | { readonly kind: 'stop'; readonly stop: StopOrder; readonly price: Decimal };

interface AmendState {
  /** the sheet that reviews it lies over the window; null: none does */
  readonly prefill: AmendPrefill | null;
  readonly open: (prefill: AmendPrefill) => void;
  readonly close: () => void;
}

/** An own order or stop that was dropped somewhere else, until its change was reviewed and is known or dropped. */
export const useAmendStore = create<AmendState>()(set => ({
  prefill: null,
  open: prefill => set({ prefill }),
  close: () => set({ prefill: null }),
}));
