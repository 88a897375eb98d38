import type { CallOutput } from '#shared/contract.ts';
import { assertNever } from '#shared/errors.ts';
import type { ConfirmLevel } from '#shared/policy/policy.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import type { PlaceName } from '../model/request.ts';
import type { Track } from './track.ts';
import { useTracksStore } from './tracks-store.ts';

type Placed = Pick<Track, 'profileId' | 'clientOid' | 'request'>;

function place({ profileId, clientOid, request }: Placed, confirmed: ConfirmLevel): Promise<CallOutput<PlaceName>> {
  switch (request.call) {
    case 'orders.place':
      return call(request.call, { profileId, order: { ...request.order, clientOid }, confirmed });
    case 'margin.place':
      return call(request.call, { profileId, order: { ...request.order, clientOid }, confirmed });
    case 'orders.placeFutures':
      return call(request.call, { profileId, order: { ...request.order, clientOid }, confirmed });
    case 'orders.placeProtected':
      return call(request.call, { profileId, order: { ...request.order, clientOid }, confirmed });
    case 'stops.place':
      return call(request.call, { profileId, order: { ...request.order, clientOid }, confirmed });
    case 'stops.placePair':
      return call(request.call, { profileId, order: { ...request.order, clientOid }, confirmed });
    default:
      return assertNever(request);
  }
}

/** Sends one order, once. Its track stores the outcome, also when its sheet is closed. */
export async function sendOrder(
  order: Omit<Track, 'answer' | 'answeredAtMs' | 'sentAtMs'>,
  confirmed: ConfirmLevel,
): Promise<void> {
  const { add, answer } = useTracksStore.getState();
  add({ ...order, sentAtMs: Date.now(), answer: { kind: 'sending' }, answeredAtMs: null });
  try {
    const { orderId } = await place(order, confirmed);
    answer(order.clientOid, { kind: 'placed', orderId }, Date.now());
  } catch (thrown) {
    answer(order.clientOid, { kind: 'failed', error: toFailure(thrown) }, Date.now());
  }
}
