import { t } from '#shared/words/t.ts';
import type { PositionSide } from './position-side.ts';

/** What names a position of an account: its contract and, in hedge mode, its side. */
export interface PositionRef {
  readonly symbol: string;
  /** absent: the one position of the contract in one-way mode */
  readonly positionSide?: PositionSide | undefined;
}

/** The key of a position: in hedge mode a contract has a long one and a short one. docs/exchange/records.md §9. */
export function positionKey({ symbol, positionSide }: PositionRef): string {
  return positionSide === undefined ? symbol : `${symbol} ${positionSide}`;
}

/** Whether both name the same position. */
export function isSamePosition(one: PositionRef, other: PositionRef): boolean {
  return one.symbol === other.symbol && one.positionSide === other.positionSide;
}

/** The position side as fields of a record; none in one-way mode. */
export function sideField(positionSide: PositionSide | null | undefined): { readonly positionSide?: PositionSide } {
  return positionSide === null || positionSide === undefined ? {} : { positionSide };
}

/** A position for people: in hedge mode `XBTUSDTM long`, else the contract alone. */
export function positionName({ symbol, positionSide }: PositionRef): string {
  if (positionSide === undefined) return symbol;
  return positionSide === 'long' ? t`${symbol} long` : t`${symbol} short`;
}

/** The side that a reversal opens; undefined in one-way mode. */
export function otherPositionSide(positionSide: PositionSide | undefined): PositionSide | undefined {
  if (positionSide === undefined) return undefined;
  return positionSide === 'long' ? 'short' : 'long';
}
