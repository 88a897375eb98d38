import type { CallOutput } from '#shared/contract.ts';
import { assertNever } from '#shared/errors.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import type { OrderRequest, PlaceName } from '../model/request.ts';
import type { Track } from './track.ts';
import { useTracksStore } from './tracks-store.ts';

function place(profileId: string, clientOid: string, request: OrderRequest): Promise<CallOutput<PlaceName>> {
  switch (request.call) {
    case 'orders.place':
      return call(request.call, { profileId, order: { ...request.order, clientOid } });
    case 'margin.place':
      return call(request.call, { profileId, order: { ...request.order, clientOid } });
    case 'orders.placeFutures':
      return call(request.call, { profileId, order: { ...request.order, clientOid } });
    case 'orders.placeProtected':
      return call(request.call, { profileId, order: { ...request.order, clientOid } });
    case 'stops.place':
      return call(request.call, { profileId, order: { ...request.order, clientOid } });
    case 'stops.placePair':
      return call(request.call, { profileId, order: { ...request.order, clientOid } });
    default:
      return assertNever(request);
  }
}

/** Sends one order, once. What comes of it is kept in its track, whether anybody still looks or not. */
export async function sendOrder(order: Omit<Track, 'answer' | 'answeredAtMs' | 'sentAtMs'>): Promise<void> {
  const { add, answer } = useTracksStore.getState();
  add({ ...order, sentAtMs: Date.now(), answer: { kind: 'sending' }, answeredAtMs: null });
  try {
    const { orderId } = await place(order.profileId, order.clientOid, order.request);
    answer(order.clientOid, { kind: 'placed', orderId }, Date.now());
  } catch (thrown) {
    answer(order.clientOid, { kind: 'failed', error: toFailure(thrown) }, Date.now());
  }
}
