import type { QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '#shared/contract.ts';
import { call } from '#bridge/call.ts';
import { isBookFirst, releaseDeferredReads } from '#bridge/opening/book-first.ts';
import { readKey } from '#bridge/query-keys.ts';
import { watchFirstBook } from '#features/book/first-book.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useBookHost } from './workspace/book/book-host.ts';
import { readViewSettings } from './settings/view-settings.ts';

/** Both answers come from Fathom itself. When they take longer there is a window that says it waits. */
const patienceMs = 200;

interface Prepared {
  /** what was looked at last time has been taken up */
  readonly hasViewSettings: boolean;
}

type Known = readonly [CallOutput<'profiles.list'>, Awaited<ReturnType<typeof readViewSettings>>];

function applyKnown(client: QueryClient, [profiles, settings]: Known): void {
  client.setQueryData<CallOutput<'profiles.list'>>(readKey('profiles.list', {}), profiles);
  if (settings !== null) useUiStore.setState(settings);
  const { venue, symbol, bookSteps, bookPlace } = useUiStore.getState();
  if (bookPlace?.width === 0) {
    // the workspace that was looked at last has no book: there is nothing to wait for
    useBookHost.setState({ isPlaced: false });
    return releaseDeferredReads();
  }
  // once the others have gone on, the panel watches it by itself
  if (isBookFirst()) watchFirstBook({ profileId: profiles.activeId, venue, symbol, step: bookSteps[symbol] ?? null });
}

/**
 * Learns the profile and what was looked at last time before anything is drawn, and has the book of that market sent
 * meanwhile: the first thing that is drawn is then the window, and not that it waits. When the answers come after that,
 * because the exchange still starts, the book is sent for at once all the same. A failure is left to the window, which
 * asks again and shows it.
 */
export async function prepareWindow(client: QueryClient): Promise<Prepared> {
  const answers = Promise.all([call('profiles.list', {}), readViewSettings()]).then(
    known => {
      applyKnown(client, known);
      return true;
    },
    () => false,
  );
  const late = new Promise<false>(resolve => setTimeout(resolve, patienceMs, false));
  return { hasViewSettings: await Promise.race([answers, late]) };
}
