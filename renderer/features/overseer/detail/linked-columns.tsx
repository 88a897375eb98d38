import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import type { Withdrawal, WithdrawalStatus } from '#shared/domain/money/withdrawal.ts';
import type { Column } from '#ui/table/column.ts';
import {
  decimalColumn,
  momentColumn,
  sideColumn,
  sizeColumn,
  sizeUnit,
  symbolColumn,
  textColumn,
} from '#ui/table/column-factories.tsx';
import type { MoneyMove } from '#lib/money/money-moves.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

export const orderColumns: readonly Column<Order>[] = [
  symbolColumn(),
  sideColumn(),
  decimalColumn({
    key: 'price',
    title: t`Price`,
    hint: orderHints.price,
    width: 80,
    isSummed: false,
    read: ({ price }) => price,
    format: () => ({ unknownReason: t`A market order has no price.` }),
  }),
  sizeColumn(),
  decimalColumn<Order>({
    key: 'filled',
    title: t`Filled`,
    hint: orderHints.filled,
    width: 70,
    priority: 3,
    unit: sizeUnit,
    read: ({ filledSize }) => filledSize,
  }),
  {
    ...momentColumn<Order>({ key: 'created', title: t`Created`, hint: orderHints.accepted }),
    priority: 4,
  },
];

export const fillColumns: readonly Column<Fill>[] = [
  momentColumn({ key: 'time', title: t`Time`, hint: accountHints.time }),
  symbolColumn(),
  sideColumn(),
  decimalColumn({
    key: 'price',
    title: t`Price`,
    hint: t`Execution price`,
    width: 80,
    isSummed: false,
    read: ({ price }) => price,
  }),
  decimalColumn<Fill>({
    key: 'size',
    title: t`Size`,
    hint: orderHints.size,
    width: 76,
    unit: sizeUnit,
    read: ({ size }) => size,
    format: ({ venue }) => ({ unit: venue === 'futures' ? t`lots` : undefined }),
  }),
  decimalColumn({
    key: 'fee',
    title: t`Fee`,
    hint: t`Fee of this fill; negative: a rebate`,
    width: 80,
    priority: 4,
    read: ({ fee }) => fee,
    format: ({ feeCurrency }) => ({ unit: feeCurrency ?? undefined }),
  }),
];

export const positionColumns: readonly Column<Position>[] = [
  symbolColumn(),
  decimalColumn({
    key: 'quantity',
    title: t`Lots`,
    hint: positionHints.lots,
    width: 70,
    // a lot of one contract is not a lot of another
    unit: ({ symbol }) => t`lots ${symbol}`,
    read: ({ quantity }) => quantity,
  }),
  decimalColumn({
    key: 'liquidation',
    title: t`Liquidation`,
    hint: positionHints.liquidation,
    width: 84,
    isSummed: false,
    read: ({ liquidationPrice }) => liquidationPrice,
    format: () => ({ unknownReason: t`No liquidation price, or the exchange does not state one.` }),
  }),
  decimalColumn({
    key: 'pnl',
    title: t`Unrealised PnL`,
    hint: positionHints.unrealised,
    width: 92,
    read: ({ unrealisedPnl }) => unrealisedPnl,
    format: ({ settleCurrency }) => ({ unit: settleCurrency }),
  }),
];

const statusWords: Readonly<Record<WithdrawalStatus, string>> = {
  review: t`in review`,
  processing: t`processing`,
  'wallet-processing': t`in the wallet`,
  success: t`success`,
  failure: t`failure`,
  unknown: t`unknown`,
};

export const withdrawalColumns: readonly Column<Withdrawal>[] = [
  momentColumn({ key: 'time', title: t`Asked for`, hint: t`Time at which the withdrawal was requested` }),
  decimalColumn({
    key: 'amount',
    title: t`Amount`,
    hint: accountHints.amount,
    width: 96,
    read: ({ amount }) => amount,
    format: ({ currency }) => ({ unit: currency }),
  }),
  textColumn({
    key: 'status',
    title: t`Status`,
    hint: accountHints.status,
    width: 80,
    read: ({ status }) => statusWords[status],
  }),
  textColumn({
    key: 'address',
    title: t`To`,
    hint: accountHints.receiver,
    width: 110,
    priority: 3,
    read: ({ address }) => address ?? '—',
  }),
];

export const movementColumns: readonly Column<MoneyMove>[] = [
  momentColumn({ key: 'time', title: t`Time`, hint: accountHints.time }),
  textColumn({
    key: 'from',
    title: t`From`,
    hint: t`Account that the amount left`,
    width: 86,
    read: ({ from }) => from,
    render: ({ from }) => words(from),
  }),
  textColumn({
    key: 'to',
    title: t`To`,
    hint: t`Account that received the amount`,
    width: 86,
    read: ({ to }) => to,
    render: ({ to }) => words(to),
  }),
  decimalColumn({
    key: 'amount',
    title: t`Amount`,
    hint: accountHints.amount,
    width: 96,
    read: ({ amount }) => amount,
    format: ({ currency }) => ({ unit: currency }),
  }),
  textColumn({
    key: 'business',
    title: t`Business`,
    hint: t`Business type, as the exchange names it`,
    width: 120,
    priority: 3,
    read: ({ business }) => business,
  }),
];

const words = (text: string) => <span title={text}>{text}</span>;
