import { availableOf } from './money.ts';
import { type Floor, type Market, positionOf } from './state.ts';
import { rankPositions } from '../position/ranking.ts';
import { writePosition } from '../position/record.ts';
import type { FuturesEvent, FuturesPosition } from '../types.ts';

type PositionReason = Extract<FuturesEvent, { kind: 'position' }>['reason'];

/** Ranks in the deleveraging queue, for several records of the same moment. */
type Ranks = ReadonlyMap<string, bigint>;

export function ranksOf({ terms, positions, mark }: Market): Ranks {
  return rankPositions(terms, positions, mark);
}

/** The account's position record as of now; a flat one has zeros. */
export function describePosition(
  floor: Floor,
  market: Market,
  { accountId, ranks }: { readonly accountId: string; readonly ranks: Ranks },
): FuturesPosition {
  const state = positionOf(market, accountId);
  return writePosition(market.terms, {
    accountId,
    state,
    mark: market.mark,
    rank: ranks.get(accountId) ?? 0n,
    backing: state.mode === 'CROSS' ? availableOf(floor, market.terms, accountId) : 0n,
    asOfMs: floor.clock.nowMs(),
  });
}

/** The simulated traders make nearly all trades, and nobody reads their positions. */
function isUnwatched({ isExempt, insuranceAccountId }: Floor, accountId: string): boolean {
  return accountId !== insuranceAccountId && isExempt(accountId);
}

export function tellPosition(
  floor: Floor,
  market: Market,
  { accountId, reason }: { readonly accountId: string; readonly reason: PositionReason },
): void {
  if (!floor.isHeard() || isUnwatched(floor, accountId)) return;
  const position = describePosition(floor, market, { accountId, ranks: ranksOf(market) });
  floor.emit({ kind: 'position', reason, position });
}

/** One message per open position: the mark has moved, or funding was settled. */
export function tellPositions(floor: Floor, market: Market, reason: PositionReason): void {
  if (!floor.isHeard()) return;
  const ranks = ranksOf(market);
  for (const [accountId, { quantity }] of market.positions) {
    if (quantity === 0n || isUnwatched(floor, accountId)) continue;
    floor.emit({ kind: 'position', reason, position: describePosition(floor, market, { accountId, ranks }) });
  }
}
