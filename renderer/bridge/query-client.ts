import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { BridgeError } from './bridge-error.ts';
import { anyReadKey } from './query-keys.ts';

// the library would wait for the next task, and with it for the next frame
notifyManager.setScheduler(queueMicrotask);

/**
 * The cache of what the exchange owns. No retries in the page, and never paused for the browser's idea of being online:
 * the page has no network, main has.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', gcTime: 120_000, refetchOnReconnect: false },
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
    queryCache: new QueryCache({
      onError: error => {
        // the screen is looking at a profile that is no longer the chosen one: ask which one is
        if (error instanceof BridgeError && error.kind === 'no-profile')
          void client.invalidateQueries({ queryKey: anyReadKey('profiles.list') });
      },
    }),
  });
  return client;
}
