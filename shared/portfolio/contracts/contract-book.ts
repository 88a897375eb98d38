import { type Decimal, negate } from '../../decimal.ts';
import { positionKey } from '../../domain/market/position-key.ts';
import type { PositionSide } from '../../domain/market/position-side.ts';
import { quantityOf } from '../pools/lot.ts';
import type { ContractRow } from '../rows/contract-row.ts';
import type { ContractLots } from './contract-terms.ts';

/** A position with what it is of. */
export interface ContractPosition extends ContractLots {
  readonly account: string;
  readonly symbol: string;
  readonly positionSide: PositionSide | null;
}

/** Which position: account, symbol and, in hedge mode, side. */
export type PositionOwner = Pick<ContractPosition, 'account' | 'symbol' | 'positionSide'>;

/** The positions of all accounts. */
export type ContractBook = Map<string, ContractPosition>;

function bookKey({ account, symbol, positionSide }: PositionOwner): string {
  return `${account} ${positionKey({ symbol, positionSide: positionSide ?? undefined })}`;
}

/** The position, without lots when there is none; a position of hedge mode keeps its side. */
export function readPosition(book: ContractBook, owner: PositionOwner): ContractPosition {
  const { account, symbol, positionSide } = owner;
  return book.get(bookKey(owner)) ?? { account, symbol, positionSide, side: positionSide ?? 'long', lots: [] };
}

/** Puts a position in the place of the one before. */
export function writePosition(book: ContractBook, position: ContractPosition): void {
  book.set(bookKey(position), position);
}

/** Lots of a position, below zero when it is short. */
export function signedLots({ side, lots }: ContractLots): Decimal {
  return side === 'long' ? quantityOf(lots) : negate(quantityOf(lots));
}

/** Whose position a row changes; null when both sides of hedge mode are held and the row names none. */
export function ownerOf(book: ContractBook, { account, symbol, positionSide }: ContractRow): PositionOwner | null {
  if (positionSide !== null) return { account, symbol, positionSide };
  const sides = (['long', 'short'] as const).filter(
    side => readPosition(book, { account, symbol, positionSide: side }).lots.length > 0,
  );
  if (sides.length > 1) return null;
  return { account, symbol, positionSide: sides[0] ?? null };
}
