import { useCallback } from 'react';
import { isPositive } from '#shared/decimal.ts';
import { noteCancel } from '#bridge/account/requested-cancels.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import type { Followed } from './use-stages.ts';
import { t } from '#shared/words/t.ts';

async function cancel({ track, order, stop }: Followed): Promise<void> {
  const { profileId, words } = track;
  if (order !== undefined) {
    const { venue, symbol, id: orderId, tradeType } = order;
    await (marginTypeOf(tradeType) !== undefined
      ? call('margin.cancel', { profileId, symbol, orderId })
      : call('orders.cancel', { profileId, venue, symbol, orderId }));
    noteCancel({ kind: 'order', profileId, order });
    const filled =
      order.filledSize !== null && isPositive(order.filledSize) ? t` ${formatOwn(order.filledSize)} was filled.` : '';
    showToast('neutral', t`Cancelling: ${words}.${filled}`);
  } else if (stop !== undefined) {
    const { venue, symbol, id: orderId, pairId } = stop;
    const isMargin = marginTypeOf(stop.tradeType) !== undefined;
    await call('stops.cancel', { profileId, venue, symbol, orderId, pairId, isMargin });
    noteCancel({ kind: 'stop', profileId, stop });
    showToast('neutral', pairId === undefined ? t`Cancelling: ${words}.` : t`Cancelling both: ${words}.`);
  }
}

/** Cancels the newest order from the ticket that is still there, unasked: what it names first. */
export function useCancelLast(followed: readonly Followed[]): () => void {
  return useCallback(() => {
    const last = followed.find(({ order, stop }) => order !== undefined || stop !== undefined);
    if (last === undefined) {
      showToast('neutral', t`No open order from the ticket.`);
      return;
    }
    cancel(last).catch((thrown: unknown) => showToast('danger', t`Not cancelled: ${toFailure(thrown).message}`));
  }, [followed]);
}
