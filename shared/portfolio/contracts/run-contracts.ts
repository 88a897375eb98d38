import { absolute, type Decimal, isNegative, isZero } from '../../decimal.ts';
import type { CostMethod } from '../pools/lot.ts';
import type {
  ContractCoinChange,
  ContractFunding,
  ContractRow,
  ContractTrade,
  OpeningPosition,
} from '../rows/contract-row.ts';
import { type ContractPosition, ownerOf, readPosition, signedLots, writePosition } from './contract-book.ts';
import { orderContractRows } from './contract-order.ts';
import { applyContractTrade, bookChange, type ContractRun } from './contract-run.ts';
import { type ContractTerms, contractValue, fundingAmount } from './contract-terms.ts';

/** How contracts are computed. */
export interface ContractOptions {
  /** the results of `average` enter the pools; `fifo` is a view */
  readonly method: CostMethod;
  /** null: the contract is not known */
  readonly termsOf: (symbol: string) => ContractTerms | null;
}

/**
 * Why a row cannot be derived: the contract is unknown; both sides of hedge mode are held and the row names none; more was
 * closed than its side holds; an earlier row of the contract could not be derived, and no position was read since.
 */
export type UnderivableReason = 'unknown-contract' | 'no-side' | 'more-closed-than-held' | 'after-underivable';

/** A row that was left out. */
export interface UnderivableRow {
  readonly row: ContractRow;
  readonly reason: UnderivableReason;
}

/** Everything that the rows made of the positions. */
export interface ContractsResult {
  /** gross results, fees and funding in the order of the rows */
  readonly changes: readonly ContractCoinChange[];
  readonly positions: readonly ContractPosition[];
  readonly underivable: readonly UnderivableRow[];
}

function applyOpening(run: ContractRun, row: OpeningPosition, terms: ContractTerms): void {
  const { account, symbol, positionSide, atMs } = row;
  const quantity = absolute(row.lots);
  const lot = {
    quantity,
    cost: contractValue(terms, quantity, row.mark),
    acquiredAtMs: atMs,
    basis: 'market',
  } as const;
  const side = positionSide ?? (isNegative(row.lots) ? 'short' : 'long');
  writePosition(run.book, { account, symbol, positionSide, side, lots: isZero(quantity) ? [] : [lot] });
}

/** What the exchange booked wins, also where the position is not known. */
function fundingOf(run: ContractRun, row: ContractFunding, terms: ContractTerms): Decimal | null {
  if (row.amount !== null) return row.amount;
  const owner = ownerOf(run.book, row);
  return owner === null ? null : fundingAmount(terms, signedLots(readPosition(run.book, owner)), row);
}

function applyFunding(run: ContractRun, row: ContractFunding, terms: ContractTerms): UnderivableReason | null {
  const amount = fundingOf(run, row, terms);
  if (amount === null) return 'no-side';
  bookChange(run, row, { coin: terms.settleCoin, reason: 'funding', amount });
  return null;
}

function applyTrade(run: ContractRun, row: ContractTrade, terms: ContractTerms): UnderivableReason | null {
  const owner = ownerOf(run.book, row);
  if (owner === null) return 'no-side';
  return applyContractTrade(run, { row, terms, owner }) ? null : 'more-closed-than-held';
}

function applyRow(run: ContractRun, row: ContractRow, terms: ContractTerms | null): UnderivableReason | null {
  if (terms === null) return 'unknown-contract';
  if (row.kind === 'contract-trade') return applyTrade(run, row, terms);
  if (row.kind === 'contract-funding') return applyFunding(run, row, terms);
  applyOpening(run, row, terms);
  return null;
}

function contractOf({ account, symbol }: ContractRow): string {
  return `${account} ${symbol}`;
}

/**
 * Applies all rows in their order and returns results, fees, funding and positions. After a row that cannot be derived the
 * contract of that account is left out until a row of kind `position` says again what is held.
 */
export function runContracts(rows: readonly ContractRow[], options: ContractOptions): ContractsResult {
  const run: ContractRun = { method: options.method, book: new Map(), changes: [] };
  const underivable: UnderivableRow[] = [];
  const broken = new Set<string>();
  for (const row of orderContractRows(rows)) {
    const contract = contractOf(row);
    if (row.kind === 'position') broken.delete(contract);
    const isBooked = row.kind === 'contract-funding' && row.amount !== null;
    const isLeftOut = broken.has(contract) && !isBooked;
    const reason = isLeftOut ? 'after-underivable' : applyRow(run, row, options.termsOf(row.symbol));
    if (reason === null) continue;
    broken.add(contract);
    underivable.push({ row, reason });
  }
  const positions = [...run.book.values()].filter(({ lots }) => lots.length > 0);
  return { changes: run.changes, positions, underivable };
}
