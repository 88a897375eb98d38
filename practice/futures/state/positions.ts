import { rankPositions } from '../position/ranking.ts';
import { writePosition } from '../position/record.ts';
import type { FuturesEvent, FuturesPosition } from '../types.ts';
import { positionOf } from './market.ts';
import { backingOf } from './cross.ts';
import { settingsOf } from './settings.ts';
import type { FuturesMarket, FuturesVenueState } from './state.ts';

type PositionReason = Extract<FuturesEvent, { kind: 'position' }>['reason'];

/** Ranks in the deleveraging queue, for several records of the same moment. */
type Ranks = ReadonlyMap<string, bigint>;

export function ranksOf({ terms, positions, mark }: FuturesMarket): Ranks {
  return rankPositions(terms, positions, mark);
}

/** The account's position record as of now; a flat one has zeros. */
export function positionRecordOf(
  venue: FuturesVenueState,
  market: FuturesMarket,
  { accountId, ranks }: { readonly accountId: string; readonly ranks: Ranks },
): FuturesPosition {
  const state = positionOf(market, accountId);
  return writePosition(market.terms, {
    holder: accountId,
    state,
    mark: market.mark,
    rank: ranks.get(accountId) ?? 0n,
    autoDeposit: state.mode === 'ISOLATED' && settingsOf(venue, market, accountId).autoDeposit,
    backing: state.mode === 'CROSS' ? backingOf(venue, market, accountId) : 0n,
    asOfMs: venue.clock.nowMs(),
  });
}

/** The simulated traders make nearly all trades, and their positions are never read. */
function isUnwatched({ isExempt, insuranceAccountId }: FuturesVenueState, accountId: string): boolean {
  return accountId !== insuranceAccountId && isExempt(accountId);
}

export function emitPosition(
  venue: FuturesVenueState,
  market: FuturesMarket,
  { accountId, reason }: { readonly accountId: string; readonly reason: PositionReason },
): void {
  if (isUnwatched(venue, accountId)) return;
  venue.events.emit('position', () => ({
    kind: 'position',
    reason,
    position: positionRecordOf(venue, market, { accountId, ranks: ranksOf(market) }),
  }));
}

/** One message per open position: the mark has moved, or funding was settled. */
export function emitPositions(venue: FuturesVenueState, market: FuturesMarket, reason: PositionReason): void {
  if (!venue.events.hasListener('position')) return;
  const ranks = ranksOf(market);
  for (const [accountId, { quantity }] of market.positions) {
    if (quantity === 0n || isUnwatched(venue, accountId)) continue;
    venue.events.emit('position', () => ({
      kind: 'position',
      reason,
      position: positionRecordOf(venue, market, { accountId, ranks }),
    }));
  }
}
