import { useEffect } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { BookGhosts } from '#features/book/model/ghost-levels.ts';
import type { OwnLevels } from '#features/book/model/own-levels.ts';
import { useGhostLevels } from './use-ghost-levels.ts';
import { useOwnLevels } from './use-own-levels.ts';

/** The user's resting orders of one market by price, and what would rest there. */
export interface OwnLevelsOf {
  readonly market: Market;
  readonly levels: OwnLevels;
  readonly ghosts: BookGhosts | null;
}

interface OwnLevelsReaderProps {
  readonly profileId: string;
  readonly market: Market;
  readonly onRead: (own: OwnLevelsOf) => void;
}

/** Draws nothing: reads the account's orders for the book, which does not wait for them. */
export function OwnLevelsReader({ profileId, market, onRead }: OwnLevelsReaderProps) {
  const levels = useOwnLevels(profileId, market);
  const ghosts = useGhostLevels(market);
  useEffect(() => onRead({ market, levels, ghosts }), [market, levels, ghosts, onRead]);
  return null;
}
