import { absolute, isNegative, isZero, negate } from '#shared/decimal.ts';
import type { ContractOptions, ContractsResult } from '#shared/portfolio/contracts/run-contracts.ts';
import { runContracts } from '#shared/portfolio/contracts/run-contracts.ts';
import type { ContractRow, OpeningPosition } from '#shared/portfolio/rows/contract-row.ts';
import type { ChangeReason, PoolRow, SpotTrade } from '#shared/portfolio/rows/pool-row.ts';
import type { TransferLeg } from '#shared/portfolio/rows/transfer-leg.ts';
import { type OwnTransfers, pairOwnTransfers } from '#shared/portfolio/transfers/pair-transfers.ts';
import { flowRows } from '#shared/portfolio/transfers/transfer-rows.ts';
import {
  contractMovement,
  type LedgerMovement,
  type MovementPart,
  splitLedgerRow,
  type ValueMovement,
} from '#shared/portfolio/waterfall/value-movement.ts';
import { mapFunding, mapFuturesFills, mapSpotFills } from './map-fills.ts';
import { mapLoans, withoutLoans } from './loans.ts';
import { mapFuturesLedger, mapInterest, mapLedger } from './map-ledger.ts';
import type { RecordedRows } from './past-row.ts';
import { createWithdrawalFees } from './withdrawal-fees.ts';

/** What the rows of the account of the key are. */
export interface MappedRows {
  /** every change of held − owed, fees apart, by time; no transfers within the accounts in question */
  readonly movements: readonly ValueMovement[];
  readonly transfers: OwnTransfers;
  readonly contractRows: readonly ContractRow[];
  /** by the average method, whose results are movements */
  readonly contracts: ContractsResult;
  /** what changes pools, without opening balances */
  readonly poolRows: readonly PoolRow[];
}

export interface AccountRowsOptions extends Pick<ContractOptions, 'termsOf'> {
  readonly openings: readonly OpeningPosition[];
  /** whether transfers to and from sub-accounts stay within the accounts in question */
  readonly isWithSubAccounts: boolean;
  /** up to when the ledgers are read */
  readonly readUntilMs: number;
}

function toFlow(leg: TransferLeg, bizType: string): LedgerMovement {
  const { direction, amount, fee, account, atMs, stream, id, coin } = leg;
  const signed = direction === 'out' ? negate(amount) : amount;
  return { account, atMs, stream, id, coin, amount: signed, fee, part: direction, tradeId: null, bizType };
}

/** What a transfer within the accounts in question costs. */
function toFee({ fee, account, atMs, stream, id, coin }: TransferLeg): readonly LedgerMovement[] {
  if (isZero(fee)) return [];
  const amount = negate(fee);
  return [{ account, atMs, stream, id, coin, amount, fee: '0', part: 'fees', tradeId: null, bizType: 'TRANSFER' }];
}

function legOf({ account, atMs, stream, id, coin, amount, fee }: LedgerMovement): TransferLeg {
  const direction = isNegative(amount) ? 'out' : 'in';
  return { account, atMs, stream, id, coin, direction, amount: absolute(amount), fee, txId: null };
}

/** Why a booked change of a coin changes its pool. */
const reasons: ReadonlyMap<MovementPart, ChangeReason> = new Map([
  ['interest', 'interest'],
  ['fees', 'fee'],
  ['other', 'other'],
  ['unclassified', 'other'],
]);

/** Trades are none of these rows: the fills are. */
function poolRowsOf(movement: LedgerMovement): readonly PoolRow[] {
  const { account, atMs, stream, id, coin, amount, part } = movement;
  if (part === 'in' || part === 'out') return flowRows(legOf(movement));
  const reason = reasons.get(part);
  return reason === undefined ? [] : [{ account, atMs, stream, id, kind: 'change', reason, coin, amount }];
}

function byTime(movements: readonly ValueMovement[]): readonly ValueMovement[] {
  return movements.toSorted((a, b) => a.atMs - b.atMs);
}

/** Maps the rows of the archive to what `shared/portfolio` computes with. */
export function readAccountRows(past: RecordedRows, options: AccountRowsOptions): MappedRows {
  const { openings, isWithSubAccounts, readUntilMs, termsOf } = options;
  const ledger = mapLedger(past.ledger ?? [], createWithdrawalFees(past.withdrawals ?? []));
  const loans = mapLoans(past.loans ?? []);
  const futures = mapFuturesLedger(past['futures-ledger'] ?? []);
  const transfers = pairOwnTransfers([...ledger.ownLegs, ...futures.ownLegs], readUntilMs);
  const flows = [
    ...transfers.unpaired.map(leg => toFlow(leg, 'TRANSFER')),
    ...(isWithSubAccounts ? [] : ledger.subLegs.map(leg => toFlow(leg, 'SUB_TRANSFER'))),
  ];
  const internal = [...transfers.pairs.map(({ out }) => out), ...(isWithSubAccounts ? ledger.subLegs : [])];
  const booked = [
    ...internal.flatMap(toFee),
    ...withoutLoans(ledger.movements, loans),
    ...futures.movements,
    ...mapInterest(past.interest ?? []),
    ...flows,
  ];
  const contractRows: readonly ContractRow[] = [
    ...openings,
    ...mapFuturesFills(past['futures-fills'] ?? []),
    ...mapFunding(past.funding ?? []),
  ];
  const contracts = runContracts(contractRows, { method: 'average', termsOf });
  const trades: readonly SpotTrade[] = mapSpotFills(past['spot-fills'] ?? []);
  return {
    movements: byTime([...booked.flatMap(splitLedgerRow), ...contracts.changes.map(contractMovement)]),
    transfers,
    contractRows,
    contracts,
    poolRows: [...trades, ...loans, ...contracts.changes, ...booked.flatMap(poolRowsOf)],
  };
}
