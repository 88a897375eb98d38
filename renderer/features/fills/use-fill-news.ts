import { useEffect, useMemo } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { useVenueLists, useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { createThrottle } from '#bridge/live/throttle.ts';
import { useUiStore } from '#state/ui-store.ts';
import { noteFillsSeen } from '#state/view-choices.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { createFillNews, type FillNews, orderKey, type OrderNews } from './fill-news.ts';
import { fillClasses, type FillTone, playFillSound, soundOf, toneOf } from './fill-sound.ts';
import { awayText, isByExchange, orderText, ordersText } from './fill-text.ts';
import { lightFills } from './new-fills.ts';
import { t } from '#shared/words/t.ts';

const ofAll = { market: null, pace: { spot: 'glance', futures: 'glance' } } as const;
/** more orders at once are reported in one sentence */
const mostToasts = 3;
const soundGapMs = 1000;
/** the built-in exchange reports a fill at once; older ones came with a restarted one */
const oldestNewsMs = 60_000;

function showOrderToast({ fills, order }: OrderNews): void {
  const [one] = fills;
  if (one === undefined) return;
  // what the exchange did by itself stays until it is dismissed
  showToast(isByExchange(one) ? 'warning' : 'neutral', orderText(fills, order), {
    about: t`fills of ${orderKey(one)}`,
  });
}

function showOrderToasts(orders: readonly OrderNews[]): void {
  const own = orders.filter(({ fills }) => !fills.some(isByExchange));
  for (const each of orders.filter(order => !own.includes(order))) showOrderToast(each);
  if (own.length > mostToasts) showToast('neutral', ordersText(own.map(({ fills }) => fills)));
  else for (const each of own) showOrderToast(each);
}

/** Reports each new fill, and once those while away, for any open tab. Mounted once for a profile. */
export function useFillNews({ id: profileId, secretHome }: Pick<Profile, 'id' | 'secretHome'>): void {
  // the built-in exchange restarts with Fathom: nothing happens on it while Fathom is closed
  const isKept = secretHome !== 'practice';
  const orders = useVenueRows(profileId, 'orders', ofAll);
  const lists = useVenueLists(profileId, 'fills', ofAll);
  const announcer = useMemo(() => createAnnouncer(profileId, isKept), [profileId, isKept]);
  useEffect(() => () => announcer.stop(), [announcer]);
  useEffect(() => announcer.news.noteOrders(orders ?? []), [announcer, orders]);
  // the same list again is no news, so each draw may ask
  useEffect(() => {
    const { fillsSeenMs } = useUiStore.getState();
    for (const { part, reading } of lists) {
      const key = `${profileId}:${part}`;
      const news =
        reading.data === undefined
          ? null
          : announcer.news.take(part, reading.data, isKept ? fillsSeenMs[key] : undefined);
      if (news !== null) announcer.publish(key, news);
    }
  });
}

function createSound() {
  return createThrottle<FillTone>(soundGapMs, tone => {
    // it may have been turned off while it waited
    const sound = soundOf(useUiStore.getState().fillSounds, tone.fillClass);
    void playFillSound({ ...tone, sound });
  });
}

function createAnnouncer(profileId: string, isKept: boolean) {
  // what the exchange does by itself is not drowned by fills of the same second
  const sounds = { rested: createSound(), took: createSound(), exchange: createSound() };
  const publish = (part: string, { newKeys, orders, away, newestMs }: FillNews): void => {
    lightFills(newKeys);
    showOrderToasts(orders);
    if (away.length > 0) showToast('neutral', awayText(away), { about: t`away ${profileId}`, isStaying: true });
    const { fillsSeenMs, fillSounds } = useUiStore.getState();
    const tone = toneOf(orders, fillSounds);
    if (tone !== null) sounds[tone.fillClass].offer(tone);
    const seenMs = fillsSeenMs[part];
    if (seenMs === undefined || newestMs > seenMs) noteFillsSeen(part, newestMs);
  };
  const news = createFillNews(isKept ? {} : { historyUntilMs: () => Date.now() - oldestNewsMs });
  return { news, publish, stop: () => fillClasses.forEach(each => sounds[each].stop()) };
}
