import type { Completeness } from '#shared/domain/answers/missing-part.ts';
import type { Position } from '#shared/domain/market/futures.ts';

interface PositionsRead {
  readonly data: readonly Position[] | undefined;
  readonly completeness?: Completeness | null | undefined;
}

/** The requested open position, as it is now; null: closed; undefined: unknown. */
export function positionNow(
  { data, completeness }: PositionsRead,
  isRequested: (position: Position) => boolean,
): Position | null | undefined {
  const found = data?.find(position => position.isOpen && isRequested(position));
  return found ?? (data !== undefined && completeness?.kind === 'whole' ? null : undefined);
}
