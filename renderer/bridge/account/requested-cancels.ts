import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';

/** A cancel is a request: its result is reported when the order leaves its list. */
export type RequestedCancel =
  | { readonly kind: 'order'; readonly profileId: string; readonly order: Order }
  | { readonly kind: 'stop'; readonly profileId: string; readonly stop: StopOrder };

const requested = new Set<RequestedCancel>();
const listeners = new Set<() => void>();

/** Notes that the exchange took a cancellation. */
export function noteCancel(cancel: RequestedCancel): void {
  requested.add(cancel);
  for (const listener of listeners) listener();
}

/** Hears of each that is noted: its order may have left the list already, since a push can be faster than the answer. */
export function onCancelNoted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Those of a kind that are not in the list any more, each once; null = the list is not known, so nothing has left it. */
export function takeEnded(
  kind: RequestedCancel['kind'],
  profileId: string,
  listed: readonly { readonly id: string }[] | undefined,
): readonly RequestedCancel[] {
  if (listed === undefined) return [];
  const ids = new Set(listed.map(({ id }) => id));
  const ended = [...requested].filter(cancel => {
    const id = cancel.kind === 'order' ? cancel.order.id : cancel.stop.id;
    return cancel.kind === kind && cancel.profileId === profileId && !ids.has(id);
  });
  for (const cancel of ended) requested.delete(cancel);
  return ended;
}
