import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { CallOutput } from '#shared/contract.ts';
import { call } from '../call.ts';
import type { ReadName } from '../polling.ts';
import { readKey } from '../query-keys.ts';
import { type FeedScope, type ReadFeed, readFeed } from './read-feed.ts';

/**
 * How the feeds of a read are, out of the cache: the status bar asks for it and the pushes keep it. Draws again only
 * when the answer for this very read changes.
 */
export function useReadFeed(name: ReadName, scope: FeedScope): ReadFeed | null {
  const { profileId = '', venue, symbol, interval } = scope;
  const select = useCallback(
    (topics: CallOutput<'feeds.read'>) => readFeed(name, { venue, symbol, interval }, topics),
    [name, venue, symbol, interval],
  );
  // the same options as before, or the library notifies every listener of the cache about new ones
  const asked = useMemo(
    () => ({
      queryKey: readKey('feeds.read', { profileId }),
      queryFn: () => call('feeds.read', { profileId }),
      enabled: false,
      select,
    }),
    [profileId, select],
  );
  const { data } = useQuery(asked);
  return data === undefined ? readFeed(name, { venue, symbol, interval }, undefined) : data;
}
