import { useEffect } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { OwnLevels } from '#features/book/model/own-levels.ts';
import { useOwnLevels } from './use-own-levels.ts';

interface OwnLevelsWatchProps {
  readonly profileId: string;
  readonly market: Market;
  readonly onLevels: (symbol: string, levels: OwnLevels) => void;
}

/** Draws nothing: it reads the own orders for the book, which is on the screen before they are. */
export function OwnLevelsWatch({ profileId, market, onLevels }: OwnLevelsWatchProps): null {
  const levels = useOwnLevels(profileId, market);
  useEffect(() => onLevels(market.symbol, levels), [market.symbol, levels, onLevels]);
  return null;
}
