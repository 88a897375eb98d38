import { add, type Decimal, isZero, negate } from '../../decimal.ts';
import { canonicalCoin } from '../rows/coin.ts';
import type { ContractCoinChange } from '../rows/contract-row.ts';
import type { ChangeReason } from '../rows/pool-row.ts';
import type { RowStamp } from '../rows/row-stamp.ts';

/** What a movement is counted as. `price`: the gross result of a contract. `unclassified`: its business type is unknown. */
export type MovementPart =
  | 'price'
  | 'trades'
  | 'fees'
  | 'funding'
  | 'interest'
  | 'in'
  | 'out'
  | 'other'
  | 'unclassified';

/** A change of held − owed of one coin. */
export interface ValueMovement extends RowStamp {
  readonly coin: string;
  /** signed */
  readonly amount: Decimal;
  readonly part: MovementPart;
  /** joins both legs of a trade; null: not a trade */
  readonly tradeId: string | null;
  /** the exchange's word for the business; what an unclassified movement is named after */
  readonly bizType: string;
}

/** A ledger row that is classified and that is not a transfer between the watched accounts. */
export interface LedgerMovement extends ValueMovement {
  /** in the same coin, inside the amount; below zero: a rebate */
  readonly fee: Decimal;
}

const parts: ReadonlyMap<string, MovementPart> = new Map([
  ['DEPOSIT', 'in'],
  ['WITHDRAW', 'out'],
  ['TRADE_EXCHANGE', 'trades'],
  ['MARGIN_EXCHANGE', 'trades'],
  ['ISOLATED_EXCHANGE', 'trades'],
  ['RETURNED_FEES', 'fees'],
  ['DEDUCTION_FEES', 'fees'],
]);

/**
 * What a ledger row of this business type is counted as. TRANSFER and SUB_TRANSFER are paired first; what stays unpaired
 * is a flow. Types that the exchange does not document are unclassified: they have a row of their own. docs/exchange §10.6.
 */
export function partOfBizType(bizType: string, direction: 'in' | 'out'): MovementPart {
  if (bizType === 'TRANSFER' || bizType === 'SUB_TRANSFER') return direction;
  return parts.get(bizType) ?? 'unclassified';
}

/** The leg of a ledger row, which is its signed amount + fee, and the fee as a movement of its own. */
export function splitLedgerRow({ fee, ...row }: LedgerMovement): readonly ValueMovement[] {
  if (isZero(fee) || row.part === 'fees') return [row];
  return [
    { ...row, amount: add(row.amount, fee) },
    { ...row, part: 'fees', amount: negate(fee) },
  ];
}

const partsByReason = {
  result: 'price',
  'trade-fee': 'fees',
  fee: 'fees',
  funding: 'funding',
  interest: 'interest',
  other: 'other',
} as const satisfies Record<ChangeReason, MovementPart>;

/** A result, fee or funding of a contract as a movement of its settle currency. */
export function contractMovement({
  account,
  atMs,
  stream,
  id,
  coin,
  amount,
  reason,
}: ContractCoinChange): ValueMovement {
  const part = partsByReason[reason];
  return { account, atMs, stream, id, coin: canonicalCoin(coin), amount, part, tradeId: null, bizType: reason };
}
