import { absolute, type Decimal, isNegative, isZero, negate } from '#shared/decimal.ts';
import { canonicalCoin } from '#shared/portfolio/rows/coin.ts';
import type { TransferLeg } from '#shared/portfolio/rows/transfer-leg.ts';
import { type LedgerMovement, type MovementPart, partOfBizType } from '#shared/portfolio/waterfall/value-movement.ts';
import type { ArchivedRow } from '#archive/archive-store.ts';
import { decimalOf, stampOf } from './past-row.ts';
import type { WithdrawalFees } from './withdrawal-fees.ts';

/** Movements, and legs of transfers that are still to be paired. */
export interface MappedLedger {
  readonly movements: readonly LedgerMovement[];
  /** between wallets of the account */
  readonly ownLegs: readonly TransferLeg[];
  /** between the account and its sub-accounts */
  readonly subLegs: readonly TransferLeg[];
}

type Direction = TransferLeg['direction'];

interface Booking {
  readonly row: ArchivedRow;
  readonly coin: string;
  readonly direction: Direction;
  /** above zero */
  readonly amount: Decimal;
  readonly fee: Decimal;
}

function signed({ amount, direction }: Pick<Booking, 'amount' | 'direction'>): Decimal {
  return direction === 'out' ? negate(amount) : amount;
}

function toBooking(row: ArchivedRow, feeOf: WithdrawalFees): Booking | null {
  const { amount: text, fee, side, currency, kind } = row.columns;
  const amount = decimalOf(text);
  if (amount === null || currency === null) return null;
  const coin = canonicalCoin(currency);
  const direction = side === 'out' ? 'out' : 'in';
  const booked = decimalOf(fee) ?? '0';
  const isWithdrawal = kind === 'WITHDRAW' && isZero(booked);
  return {
    row,
    coin,
    direction,
    amount,
    fee: isWithdrawal ? feeOf({ coin, amount, atMs: row.timeMs }) : booked,
  };
}

function toLeg({ row, coin, direction, amount, fee }: Booking): TransferLeg {
  const legFee = direction === 'out' ? fee : '0';
  return { ...stampOf('ledger', row), coin, direction, amount, fee: legFee, txId: null };
}

function toMovement(booking: Booking): LedgerMovement {
  const { row, coin, direction, fee } = booking;
  const bizType = row.columns.kind ?? '';
  const part = partOfBizType(bizType, direction);
  // both legs of a trade are booked for one pair at one time; the archive does not have the trade id of a booking
  const tradeId = part === 'trades' ? `${row.columns.symbol ?? ''} ${row.timeMs}` : null;
  return { ...stampOf('ledger', row), coin, amount: signed(booking), fee, part, tradeId, bizType };
}

/** Bookings of the main, trade and margin wallets. A booking without an amount or a currency is left out. */
export function mapLedger(rows: readonly ArchivedRow[], feeOf: WithdrawalFees): MappedLedger {
  const movements: LedgerMovement[] = [];
  const ownLegs: TransferLeg[] = [];
  const subLegs: TransferLeg[] = [];
  for (const row of rows) {
    const booking = toBooking(row, feeOf);
    if (booking === null) continue;
    if (row.columns.kind === 'TRANSFER') ownLegs.push(toLeg(booking));
    else if (row.columns.kind === 'SUB_TRANSFER') subLegs.push(toLeg(booking));
    else movements.push(toMovement(booking));
  }
  return { movements, ownLegs, subLegs };
}

const transferTypes: ReadonlySet<string> = new Set(['TransferIn', 'TransferOut']);
function partOfFutures(type: string): MovementPart {
  if (type === 'Deposit') return 'in';
  return type === 'Withdrawal' ? 'out' : 'unclassified';
}

/**
 * Bookings of the futures wallet. Transfers are legs of the account's own transfers. Rows of RealisedPNL are no movements:
 * the fills and the funding payments are.
 */
export function mapFuturesLedger(rows: readonly ArchivedRow[]): Pick<MappedLedger, 'movements' | 'ownLegs'> {
  const movements: LedgerMovement[] = [];
  const ownLegs: TransferLeg[] = [];
  for (const row of rows) {
    const { amount: text, currency, kind, status } = row.columns;
    const amount = decimalOf(text);
    if (amount === null || currency === null || status === 'Pending' || kind === 'RealisedPNL') continue;
    const coin = canonicalCoin(currency);
    const bizType = kind ?? '';
    const stamp = stampOf('futures-ledger', row);
    if (transferTypes.has(bizType)) {
      const direction = bizType === 'TransferIn' ? 'in' : 'out';
      ownLegs.push({ ...stamp, coin, direction, amount: absolute(amount), fee: '0', txId: null });
    } else {
      const isOut = bizType === 'Withdrawal' && !isNegative(amount);
      const part = partOfFutures(bizType);
      movements.push({
        ...stamp,
        coin,
        amount: isOut ? negate(amount) : amount,
        fee: '0',
        part,
        tradeId: null,
        bizType,
      });
    }
  }
  return { movements, ownLegs };
}

/** Interest that was added to a debt: held − owed falls by it. */
export function mapInterest(rows: readonly ArchivedRow[]): readonly LedgerMovement[] {
  return rows.flatMap(row => {
    const amount = decimalOf(row.columns.amount);
    if (amount === null || row.columns.currency === null) return [];
    const coin = canonicalCoin(row.columns.currency);
    const what = { fee: '0', part: 'interest', tradeId: null, bizType: 'interest' } as const;
    return [{ ...stampOf('interest', row), coin, amount: negate(amount), ...what }];
  });
}
