import { Fill } from '#shared/domain/account/fill.ts';
import { Order } from '#shared/domain/account/order.ts';
import { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { RecordName } from '../records/columns.ts';
import type { RecordRow } from './page-rows.ts';

/** The other way round than `toOrderRow`, `toFillRow` and `toWithdrawalRow`. Null: the row lacks what it must have. */

type Rest = RecordRow['rest'];

function flag(rest: Rest, name: string): boolean {
  return rest[name] === 'true';
}

function count(rest: Rest, name: string): number | null {
  const text = rest[name];
  return text === undefined ? null : Number(text);
}

/** The named fields as text; a field without a value is null. */
function fieldsOf<N extends string>(rest: Rest, names: readonly N[]): Record<N, string | null> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names, which are these
  return Object.fromEntries(names.map(name => [name, rest[name] ?? null])) as Record<N, string | null>;
}

function venueOf(record: RecordName): Venue {
  return record.startsWith('futures') ? 'futures' : 'spot';
}

const orderFields = [
  'clientOid',
  'filledSize',
  'filledFunds',
  'timeInForce',
  'selfTradePrevention',
  'visibleSize',
  'leverage',
  'stopPrice',
  'remark',
] as const;

export function restoreOrder({ record, key, timeMs, columns, rest }: RecordRow): Order | null {
  const { symbol, wallet, kind, side, price, size, amount, fee, feeCurrency, status } = columns;
  const order = Order.safeParse({
    ...fieldsOf(rest, orderFields),
    venue: venueOf(record),
    id: key,
    symbol,
    tradeType: wallet,
    type: kind,
    side,
    price,
    size,
    funds: amount,
    fee,
    feeCurrency,
    cancelAfterS: count(rest, 'cancelAfterS'),
    isPostOnly: flag(rest, 'isPostOnly'),
    isHidden: flag(rest, 'isHidden'),
    isIceberg: flag(rest, 'isIceberg'),
    isReduceOnly: flag(rest, 'isReduceOnly'),
    ...(rest['positionSide'] !== undefined && { positionSide: rest['positionSide'] }),
    isActive: status === 'active',
    isCancelled: status === 'cancelled',
    createdAtMs: timeMs,
    updatedAtMs: count(rest, 'updatedAtMs'),
  });
  return order.success ? order.data : null;
}

export function restoreFill({ record, timeMs, columns, rest }: RecordRow): Fill | null {
  const { symbol, tradeId, orderId, wallet, kind, side, price, size, amount, fee, feeCurrency, currency } = columns;
  const fill = Fill.safeParse({
    ...fieldsOf(rest, ['feeRate', 'openFee', 'closeFee', 'liquidity']),
    venue: venueOf(record),
    tradeId,
    orderId,
    symbol,
    tradeType: wallet,
    side,
    price,
    size,
    funds: amount,
    fee,
    feeCurrency,
    settleCurrency: currency,
    isForceTaker: flag(rest, 'isForceTaker'),
    cause: kind,
    createdAtMs: timeMs,
  });
  return fill.success ? fill.data : null;
}

export function restoreWithdrawal({ timeMs, columns, rest }: RecordRow): Withdrawal | null {
  const { currency, status, amount, fee } = columns;
  const withdrawal = Withdrawal.safeParse({
    ...fieldsOf(rest, ['chain', 'address', 'memo', 'walletTxId', 'remark']),
    currency,
    status,
    amount,
    fee,
    isInner: flag(rest, 'isInner'),
    createdAtMs: timeMs,
    updatedAtMs: count(rest, 'updatedAtMs'),
  });
  return withdrawal.success ? withdrawal.data : null;
}
