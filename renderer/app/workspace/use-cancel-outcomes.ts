import { useEffect } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import { isPositive } from '#shared/decimal.ts';
import { onCancelNoted, takeEnded } from '#bridge/account/requested-cancels.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { call } from '#bridge/call.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { t } from '#shared/words/t.ts';

const pageSize = 50;

/** How an order ended, by the done orders; null when they do not show it. */
async function findEnd(profileId: string, { venue, tradeType, symbol, id }: Order): Promise<Order | null> {
  try {
    const margin = marginTypeOf(tradeType);
    const done = await call('orders.done', { profileId, venue, margin, symbol, page: 1, pageSize });
    return done.items.find(order => order.id === id) ?? null;
  } catch {
    // it has left its list all the same
    return null;
  }
}

async function showOutcome(profileId: string, order: Order): Promise<void> {
  const { symbol } = order;
  const end = await findEnd(profileId, order);
  if (end === null) return showToast('neutral', t`${symbol}: the order is no longer open.`);
  if (!end.isCancelled) return showToast('warning', t`${symbol}: filled before the cancel.`);
  const filled =
    end.filledSize !== null && isPositive(end.filledSize) ? t`; ${formatOwn(end.filledSize)} was filled` : '';
  return showToast('neutral', t`${symbol}: cancelled${filled}.`);
}

const ofAll = { market: null, pace: { spot: 'glance', futures: 'glance' }, isWhole: true } as const;

/** Reports the result of each requested cancel, for any open tab. Mounted once for a profile. */
export function useCancelOutcomes(profileId: string): void {
  const orders = useVenueRows(profileId, 'orders', ofAll);
  const stops = useVenueRows(profileId, 'stops', ofAll);
  useEffect(() => {
    const look = () => {
      for (const ended of takeEnded('order', profileId, orders)) {
        if (ended.kind === 'order') void showOutcome(profileId, ended.order);
      }
    };
    look();
    return onCancelNoted(look);
  }, [profileId, orders]);
  useEffect(() => {
    const look = () => {
      for (const ended of takeEnded('stop', profileId, stops)) {
        // a trigger takes it off its list as well
        if (ended.kind === 'stop') showToast('neutral', t`${ended.stop.symbol}: the stop is no longer pending.`);
      }
    };
    look();
    return onCancelNoted(look);
  }, [profileId, stops]);
}
