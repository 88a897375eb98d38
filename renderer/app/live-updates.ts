import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { EventPayload } from '#shared/contract.ts';
import { forgetProfiles } from '#bridge/account/forgetting.ts';
import { createThrottle } from '#bridge/live/throttle.ts';
import { isReadName, readPolicyOf } from '#bridge/polling.ts';
import { anyReadKey, profileIdOfKey, readKey, scopeOfKey } from '#bridge/query-keys.ts';
import { listen } from '#bridge/stream.ts';
import { formatOwnSummary } from '#lib/own/own-figures.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { createMarketBatch } from './live/market-batch.ts';
import { createPushes } from './live/replay.ts';
import { useNotices } from './use-notices.ts';
import { t } from '#shared/words/t.ts';

/** The one place where a push meets the cache (that of the profiles is in use-profile-changes.ts). Mounted once. */
export function LiveUpdates(): null {
  useNotices();
  const client = useQueryClient();
  useEffect(() => startLiveUpdates(client), [client]);
  return null;
}

/** Every event into the cache until the answer is called. */
function startLiveUpdates(client: QueryClient): () => void {
  const pushes = createPushes(client);
  const market = createMarketBatch(pushes);
  const done = createDoneOrders(client);
  const undo = [
    listen('intents.changed', intent => applyIntent(client, intent)),
    listen('feeds.changed', ({ profileId, topics }) =>
      client.setQueryData(readKey('feeds.read', { profileId }), topics),
    ),
    listen('account.noticed', ({ message }) => showToast('danger', message)),
    listen('exchange.restarted', payload => {
      market.forget();
      forgetExchange(client, payload);
      showToast('warning', t`The practice exchange restarted. Its orders, balances and withdrawals were reset.`);
    }),
    listen('orders.finished', done.onFinished),
    listen('trades.arrived', market.onTrades),
    listen('candle.changed', market.onCandle),
    pushes.stop,
    market.stop,
    done.stop,
    retryFailedReads(client),
  ];
  return () => {
    for (const each of undo) each();
  };
}

/** Comes after the first screen. */
function retryFailedReads(client: QueryClient): () => void {
  let isStopped = false;
  let stop: (() => void) | undefined;
  void import('#bridge/reads/retry-after-recovery.ts').then(({ retryAfterRecovery }) => {
    if (!isStopped) stop = retryAfterRecovery(client);
  });
  return () => {
    isStopped = true;
    stop?.();
  };
}

/** Asked no oftener than this: terms of markets and fees, which an exchange that started again has as before. */
const termsMs = 600_000;

/**
 * What an exchange that started again has otherwise: all that it is asked for but terms, and the past that was read of
 * it.
 */
function isOfEarlierRun(name: unknown): boolean {
  if (name === 'past') return true;
  if (!isReadName(name)) return false;
  const { isOwn, intervalMs } = readPolicyOf(name);
  return !isOwn && intervalMs !== null && intervalMs < termsMs;
}

/**
 * Drops everything that was read from a practice exchange that no longer runs, so that it cannot be mixed with rows of
 * the new one. Its lists are dropped first: the lists of the past would else read them again.
 */
export function forgetExchange(client: QueryClient, { profileId }: EventPayload<'exchange.restarted'>): void {
  forgetProfiles(id => id === profileId);
  void client.resetQueries({
    predicate: ({ queryKey }) => isOfEarlierRun(queryKey[0]) && profileIdOfKey(queryKey) === profileId,
  });
}

/** A busy account ends many orders a second; what is asked again draws its panel. */
const donePeriodMs = 500;

/** Asks again for done orders when more of them are done; main knows which. */
function createDoneOrders(client: QueryClient) {
  const askAgain = ({ profileId, venue }: EventPayload<'orders.finished'>) =>
    void client.invalidateQueries({
      queryKey: anyReadKey('orders.done'),
      predicate: ({ queryKey }) => {
        const scope = scopeOfKey(queryKey);
        return scope.profileId === profileId && scope.venue === venue;
      },
    });
  const throttles = { spot: createThrottle(donePeriodMs, askAgain), futures: createThrottle(donePeriodMs, askAgain) };
  return {
    onFinished: (payload: EventPayload<'orders.finished'>) => throttles[payload.venue].offer(payload),
    stop: () => {
      throttles.spot.stop();
      throttles.futures.stop();
    },
  };
}

/** An action moved on: the journal shows it, and what it may have changed is asked again. */
export function applyIntent(client: QueryClient, intent: Intent): void {
  const key = readKey('intents.list', { profileId: intent.profileId });
  const known = client.getQueryData<readonly Intent[]>(key);
  const before = known?.find(each => each.id === intent.id);
  client.setQueryData<readonly Intent[]>(key, old =>
    old === undefined ? undefined : [intent, ...old.filter(each => each.id !== intent.id)],
  );
  showResolution(intent, before);
  // an action counts towards the day when it is journalled, and no more once it is known not to stand
  if (intent.state !== 'sent') void client.invalidateQueries({ queryKey: anyReadKey('policy.read') });
  // main reads what it may have changed of the account's lists
  if (isSettled(intent) && mayEndOrders(intent)) void client.invalidateQueries({ queryKey: anyReadKey('orders.done') });
}

function isSettled({ state }: Intent): boolean {
  return state !== 'new' && state !== 'sent';
}

const endsNone: ReadonlySet<Intent['kind']> = new Set<Intent['kind']>([
  'add-margin',
  'withdraw-margin',
  'set-margin-mode',
  'set-cross-leverage',
  'place-stop',
  'cancel-stop',
]);

/** Whether an action of this kind may end an order. */
function mayEndOrders({ kind }: Intent): boolean {
  return !endsNone.has(kind);
}

/** One toast an action: what is found out takes the place of what was not known. */
function showResolution({ id: about, state, ...intent }: Intent, before: Intent | undefined): void {
  if (state === before?.state) return;
  const summary = formatOwnSummary(intent.summary);
  if (state === 'unknown') showToast('warning', t`Outcome unknown, checking: ${summary}`, { about });
  const wasUnknown = before?.state === 'unknown';
  if (state === 'found-done' || (state === 'acknowledged' && wasUnknown))
    showToast('up', t`Done: ${summary}`, { about });
  if (state === 'found-absent' || (state === 'rejected' && wasUnknown))
    showToast('warning', t`Not done: ${summary}`, { about });
}
