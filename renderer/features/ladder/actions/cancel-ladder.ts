import { noteCancel } from '#bridge/account/requested-cancels.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import type { LadderStanding } from '../model/ladder-views.ts';
import { pauseLadder } from './send-ladder.ts';
import { t } from '#shared/words/t.ts';

/** Stops sending and asks for each rung that rests to be cancelled. The lists show the outcome. */
export async function cancelLadder(profileId: string, view: LadderStanding): Promise<void> {
  if (view.sent?.phase === 'sending') pauseLadder(view.id);
  const resting = view.rungs.flatMap(({ order }) => (order === undefined ? [] : [order]));
  let requested = 0;
  let rejection: string | null = null;
  for (const order of resting) {
    const { venue, symbol, id: orderId, tradeType } = order;
    try {
      // what is on margin has an endpoint of its own
      if (marginTypeOf(tradeType) === undefined) await call('orders.cancel', { profileId, venue, symbol, orderId });
      else await call('margin.cancel', { profileId, symbol, orderId });
      noteCancel({ kind: 'order', profileId, order });
      requested += 1;
    } catch (thrown) {
      rejection = toFailure(thrown).message;
    }
  }
  if (rejection !== null)
    showToast('danger', t`Cancel requested for ${requested} of ${resting.length} rungs. ${rejection}`);
}
