import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Intent } from '#shared/domain/intent.ts';
import type { ReadName } from '#bridge/polling.ts';
import { anyReadKey, readKey } from '#bridge/query-keys.ts';
import { listen } from '#bridge/stream.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { createFirstWords } from './live/first-words.ts';
import { createMarketBatch } from './live/market-batch.ts';
import { amendAnswer, applyReset, listenToPrivate, tellContradiction } from './live/private-pushes.ts';
import { createPushes } from './live/replay.ts';
import { createSettled } from './live/settled.ts';

/** The one place where a push meets the cache (that of the profiles is in use-profile-changes.ts). Mounted once. */
export function LiveUpdates(): null {
  const client = useQueryClient();
  useEffect(() => startLiveUpdates(client), [client]);
  return null;
}

/** Every event into the cache until the answer is called. */
function startLiveUpdates(client: QueryClient): () => void {
  const memory = { settled: createSettled(), words: createFirstWords(tellContradiction) };
  const pushes = createPushes(client, key => amendAnswer(client, key, memory));
  const market = createMarketBatch(pushes);
  const undo = [
    listen('intents.changed', intent => applyIntent(client, intent)),
    listen('feeds.changed', ({ profileId, topics }) =>
      client.setQueryData(readKey('feeds.read', { profileId }), topics),
    ),
    listen('private.reset', payload => applyReset(client, payload)),
    ...listenToPrivate(pushes, memory),
    listen('trades.arrived', market.onTrades),
    listen('candle.changed', market.onCandle),
    pushes.stop,
    market.stop,
  ];
  return () => {
    for (const each of undo) each();
  };
}

/** An act moved on: the journal shows it, and what it may have changed is asked again. */
export function applyIntent(client: QueryClient, intent: Intent): void {
  const key = readKey('intents.list', { profileId: intent.profileId });
  const known = client.getQueryData<readonly Intent[]>(key);
  const before = known?.find(each => each.id === intent.id);
  client.setQueryData<readonly Intent[]>(key, old =>
    old === undefined ? undefined : [intent, ...old.filter(each => each.id !== intent.id)],
  );
  tellResolution(intent, before);
  if (intent.state === 'new' || intent.state === 'sent') return;
  for (const name of touched[intent.kind]) void client.invalidateQueries({ queryKey: anyReadKey(name) });
}

function tellResolution(intent: Intent, before: Intent | undefined): void {
  if (intent.state === before?.state) return;
  if (intent.state === 'unknown') showToast('warning', `Outcome not known yet, looking it up: ${intent.summary}`);
  if (intent.state === 'found-done') showToast('up', `It did happen: ${intent.summary}`);
  if (intent.state === 'found-absent') showToast('warning', `It did not happen: ${intent.summary}`);
}

const orderReads: readonly ReadName[] = ['orders.active', 'orders.done', 'stops.list', 'fills.recent'];

/** The reads that an act of this kind may have changed. */
const touched: Readonly<Record<Intent['kind'], readonly ReadName[]>> = {
  'add-margin': ['positions.list'],
  'place-stop': ['stops.list'],
  'cancel-stop': ['stops.list'],
  'place-order': orderReads,
  'place-batch': orderReads,
  'place-futures-order': orderReads,
  'cancel-order': orderReads,
  'cancel-futures-order': orderReads,
};
