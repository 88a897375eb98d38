import { type Decimal, isPositive, isZero, negate, subtract } from '../../decimal.ts';
import { shareOf } from '../../decimal/share.ts';
import { otherPositionSide } from '../../domain/market/position-key.ts';
import { addLot, type CostMethod, costOf, quantityOf, takeLots } from '../pools/lot.ts';
import type { ContractCoinChange, ContractRow, ContractTrade } from '../rows/contract-row.ts';
import {
  type ContractBook,
  type ContractPosition,
  type PositionOwner,
  readPosition,
  writePosition,
} from './contract-book.ts';
import { contractGain, type ContractTerms, contractValue } from './contract-terms.ts';

/** Positions while rows are applied, and the changes so far. */
export interface ContractRun {
  readonly method: CostMethod;
  readonly book: ContractBook;
  readonly changes: ContractCoinChange[];
}

/** A fill with its contract and the position that it changes. */
export interface OwnedTrade {
  readonly row: ContractTrade;
  readonly terms: ContractTerms;
  readonly owner: PositionOwner;
}

/** Adds a change unless it is zero. */
export function bookChange(
  run: ContractRun,
  row: ContractRow,
  change: Pick<ContractCoinChange, 'coin' | 'reason' | 'amount'>,
): void {
  if (isZero(change.amount)) return;
  const { account, atMs, stream, id, symbol, positionSide } = row;
  run.changes.push({ account, atMs, stream, id, symbol, positionSide, kind: 'change', ...change });
}

/** The fee of the closing and of the opening lots: as published, else by size. */
function bookFees(run: ContractRun, { row, terms }: OwnedTrade, closedLots: Decimal): void {
  const closeFee = row.closeFee ?? shareOf(row.fee, closedLots, row.lots);
  const openFee = row.openFee ?? subtract(row.fee, closeFee);
  for (const fee of [closeFee, openFee])
    bookChange(run, row, { coin: terms.settleCoin, reason: 'trade-fee', amount: negate(fee) });
}

/** Lots of a fill that open a position. */
function openLots(
  run: ContractRun,
  { row, terms }: OwnedTrade,
  opened: { readonly position: ContractPosition; readonly quantity: Decimal },
): void {
  const { position, quantity } = opened;
  const cost = contractValue(terms, quantity, row.price);
  const lot = { quantity, cost, acquiredAtMs: row.atMs, basis: 'trade' } as const;
  writePosition(run.book, { ...position, lots: addLot(position.lots, lot, run.method) });
}

/** The position that the lots beyond zero open; null: none, because the fill names the side that it closes. */
function flippedPosition({ row, owner }: OwnedTrade, position: ContractPosition): ContractPosition | null {
  if (row.positionSide !== null) return null;
  const side = position.side === 'long' ? 'short' : 'long';
  return { ...position, positionSide: otherPositionSide(owner.positionSide ?? undefined) ?? null, side, lots: [] };
}

function closePosition(run: ContractRun, trade: OwnedTrade, position: ContractPosition): boolean {
  const { row, terms } = trade;
  const { taken, left } = takeLots(position.lots, row.lots);
  const closed = quantityOf(taken);
  const rest = subtract(row.lots, closed);
  const flipped = flippedPosition(trade, position);
  if (isPositive(rest) && flipped === null) return false;
  writePosition(run.book, { ...position, lots: left });
  const exit = contractValue(terms, closed, row.price);
  const amount = contractGain(terms, position.side, { entry: costOf(taken), exit });
  bookChange(run, row, { coin: terms.settleCoin, reason: 'result', amount });
  bookFees(run, trade, closed);
  if (flipped !== null && isPositive(rest)) openLots(run, trade, { position: flipped, quantity: rest });
  return true;
}

/** Applies a fill; false when it closes more than its side of hedge mode holds: then nothing has changed. */
export function applyContractTrade(run: ContractRun, trade: OwnedTrade): boolean {
  const { row, owner } = trade;
  const position = readPosition(run.book, owner);
  const side = row.side === 'buy' ? 'long' : 'short';
  const isClosing = side !== position.side && (owner.positionSide !== null || position.lots.length > 0);
  if (isClosing) return closePosition(run, trade, position);
  openLots(run, trade, { position: { ...position, side }, quantity: row.lots });
  bookFees(run, trade, '0');
  return true;
}
