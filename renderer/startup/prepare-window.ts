import type { QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '#shared/contract.ts';
import type { ViewSettings } from '#shared/domain/view/view-settings.ts';
import { call } from '#bridge/call.ts';
import { readKey } from '#bridge/query-keys.ts';
import { endDeferral, isDeferring } from '#bridge/reads/deferral.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useBookHost } from './book-host.ts';
import { watchFirstBook } from './watch-first-book.ts';

/** The maximum wait for the two responses of main. After that the window is drawn and says that it is loading. */
const patienceMs = 200;

interface Prepared {
  /** whether the view settings of the last session are applied */
  readonly hasViewSettings: boolean;
}

type ReadViewSettings = () => Promise<ViewSettings | null>;
type Known = readonly [CallOutput<'profiles.list'>, ViewSettings | null];

function applyKnown(client: QueryClient, [profiles, settings]: Known): void {
  client.setQueryData<CallOutput<'profiles.list'>>(readKey('profiles.list', {}), profiles);
  if (settings !== null) useUiStore.setState(settings);
  const { venue, symbol, bookSteps, bookPlace } = useUiStore.getState();
  if (bookPlace?.width === 0) {
    // the last workspace has no book
    useBookHost.setState({ isPlaced: false });
    return endDeferral();
  }
  // after the deferral the panel watches it itself
  if (isDeferring()) watchFirstBook({ profileId: profiles.activeId, venue, symbol, step: bookSteps[symbol] ?? null });
}

/**
 * Reads the profiles and the view settings of the last session before the window is drawn, and subscribes to the book of
 * that market. Without a response in time the window is drawn with defaults, and the book is subscribed to when the
 * responses arrive. After a failure the window itself reads again and shows the error.
 */
export async function prepareWindow(client: QueryClient, readViewSettings: ReadViewSettings): Promise<Prepared> {
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
