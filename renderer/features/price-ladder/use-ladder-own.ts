import { useEffect, useMemo, useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { listen } from '#bridge/stream.ts';
import { useWatch } from '#bridge/watch.ts';
import { marksOf, type OwnMark } from './own/own-marks.ts';
import { createQueueTracker, type QueueBook, type QueueTracker } from './own/queue-tracker.ts';
import { createVolumeProfile, type VolumeProfile } from './own/volume-profile.ts';

export interface LadderOwn {
  /** the newest first; undefined: not known yet */
  readonly marks: readonly OwnMark[] | undefined;
  readonly volume: VolumeProfile;
  readonly queues: Pick<QueueTracker, 'of'>;
}

const noStops: readonly never[] = [];

/** What the market trades while the ladder is open, and the queues before the own orders. */
export function useLadderOwn(profileId: string, market: Market, book: QueueBook | null): LadderOwn {
  const { venue, symbol } = market;
  const orders = useVenueRows(profileId, 'orders', { market });
  const stops = useVenueRows(profileId, 'stops', { market }) ?? noStops;
  const marks = useMemo(() => (orders === undefined ? undefined : marksOf(orders, stops)), [orders, stops]);
  const [volume] = useState(createVolumeProfile);
  const [tracker] = useState(createQueueTracker);
  useWatch(profileId, { kind: 'trades', venue, symbol });
  useEffect(
    () =>
      listen('trades.arrived', event => {
        if (event.profileId === profileId && event.venue === venue && event.symbol === symbol)
          volume.take(event.trades);
      }),
    [profileId, venue, symbol, volume],
  );
  useEffect(() => tracker.look({ book, marks, volume }), [tracker, book, marks, volume]);
  return { marks, volume, queues: tracker };
}
