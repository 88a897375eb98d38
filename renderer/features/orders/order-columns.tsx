import { hasFills } from '#shared/domain/fills/filled-size.ts';
import { use } from 'react';
import { isZero } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { OrderExits } from '#shared/rules/order-exits.ts';
import type { ContractsBySymbol } from '#bridge/reference/use-contracts.ts';
import { orderTypeText } from '#lib/orders/order-type.ts';
import { endsAtMs } from '#ui/value/gtt.ts';
import { formatPercent } from '#lib/format.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { visibleText } from '#shared/visible-text.ts';
import { type InstrumentsBySymbol, tickDecimals } from '#lib/tick.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import type { Column } from '#ui/table/column.ts';
import {
  decimalColumn,
  momentColumn,
  priceColumn,
  remarkColumn,
  sideColumn,
  sizeColumn,
  sizeUnit,
  symbolColumn,
  textColumn,
} from '#ui/table/column-factories.tsx';
import { Chip, WithChips } from '#ui/value/chip.tsx';
import { NumberCell, Unknown } from '#ui/value/number-cell.tsx';
import { GttCountdown } from './gtt-countdown.tsx';
import { ExitsContext } from './with-exits.tsx';
import { averagePrice } from '#lib/orders/average-price.ts';
import { filledRatio, instructionsOf, stateOf } from './order-text.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

const unknownFillText = t`The exchange does not state how much is filled.`;

/** Why the average price of the fills is not known. */
function noAverageText({ filledSize }: Order): string {
  if (filledSize === null) return unknownFillText;
  return isZero(filledSize) ? t`Nothing filled.` : t`The contract terms are not loaded yet.`;
}

function FilledCell({ order }: { readonly order: Order }) {
  const ratio = filledRatio(order);
  return (
    <span className="number" title={ratio === null ? undefined : formatPercent(ratio)}>
      <NumberCell value={order.filledSize} unknownReason={unknownFillText} />
      {ratio === null || !hasFills(order) ? null : (
        <span className="number-unit"> {formatPercent(ratio, { maximumDecimals: 0 })}</span>
      )}
    </span>
  );
}

/** The exits that the order brought along, and where. */
function ExitsChip({ exits: { takeProfit, stopLoss } }: { readonly exits: OrderExits }) {
  const gain = takeProfit === null ? '' : t`take profit at ${formatOwn(takeProfit.stopPrice)}`;
  const loss = stopLoss === null ? '' : t`stop loss at ${formatOwn(stopLoss.stopPrice)}`;
  const both = [gain, loss].filter(text => text !== '').join(', ');
  return (
    <Chip title={t`Attached exits: ${both}. See Conditional orders.`}>
      {[takeProfit === null ? '' : 'TP', stopLoss === null ? '' : 'SL'].filter(text => text !== '').join('/')}
    </Chip>
  );
}

function Instructions({ order }: { readonly order: Order }) {
  const exits = use(ExitsContext).get(order.id);
  return (
    <WithChips>
      {exits === undefined ? null : <ExitsChip exits={exits} />}
      {instructionsOf(order).map(word =>
        order.isActive && word.startsWith('GTT') && endsAtMs(order) !== null ? (
          <GttCountdown key={word} order={order} />
        ) : (
          <Chip key={word} title={word === 'from stop' ? t`Triggered by stop at ${order.stopPrice ?? ''}` : undefined}>
            {word}
          </Chip>
        ),
      )}
    </WithChips>
  );
}

/** Which is hidden first where there is little room. */
interface Priorities {
  readonly created: number;
  readonly market: number;
  readonly type: number;
  readonly instructions: number;
}

/**
 * Open orders are mostly limit orders, and the newest is first: account, duration, and the hidden and reduce-only flags
 * matter more.
 */
const whileActive: Priorities = { created: 4, market: 2, type: 4, instructions: 2 };
const onceDone: Priorities = { created: 2, market: 2, type: 2, instructions: 4 };

/** What an order is. */
function identityColumns(priorities: Priorities): readonly Column<Order>[] {
  return [
    // it is hidden before a figure or the buttons
    {
      ...momentColumn({ key: 'created', title: t`Created`, hint: orderHints.accepted }),
      priority: priorities.created,
    },
    symbolColumn(),
    textColumn({
      key: 'market',
      title: t`Market`,
      hint: orderHints.market,
      width: 68,
      priority: priorities.market,
      read: order => order.tradeType,
      render: order => tradeTypeText(order.tradeType),
    }),
    sideColumn(),
    textColumn({
      key: 'type',
      title: t`Type`,
      hint: t`Limit or market`,
      width: 60,
      priority: priorities.type,
      read: order => order.type,
      render: order => orderTypeText(order.type) ?? <Unknown />,
    }),
    {
      key: 'instructions',
      title: t`TIF / flags`,
      hint: orderHints.flags,
      width: 136,
      priority: priorities.instructions,
      render: order => <Instructions order={order} />,
    },
  ];
}

/** How much at what price; padded to the tick where it is known. */
function amountColumns(instruments: InstrumentsBySymbol, sizePriority = 1): readonly Column<Order>[] {
  return [
    priceColumn({
      key: 'price',
      title: t`Price`,
      hint: orderHints.price,
      // figures make it wider where they must
      width: 88,
      instruments,
      read: order => order.price,
      unknownReason: t`A market order has no price.`,
    }),
    sizeColumn({ priority: sizePriority }),
    decimalColumn<Order>({
      key: 'filled',
      title: t`Filled`,
      hint: orderHints.filled,
      width: 112,
      read: order => order.filledSize,
      unit: sizeUnit,
      render: order => <FilledCell order={order} />,
    }),
  ];
}

const clientColumn: Column<Order> = {
  key: 'client',
  title: t`Client id`,
  hint: t`Client order id`,
  width: 120,
  priority: 6,
  render: order =>
    order.clientOid === null ? <Unknown /> : <span title={order.clientOid}>{visibleText(order.clientOid)}</span>,
};
const remarks: readonly Column<Order>[] = [remarkColumn(), clientColumn];

export function activeColumns(instruments: InstrumentsBySymbol): readonly Column<Order>[] {
  return [...identityColumns(whileActive), ...amountColumns(instruments), ...remarks];
}

export function doneColumns(instruments: InstrumentsBySymbol, contracts: ContractsBySymbol): readonly Column<Order>[] {
  return [
    ...identityColumns(onceDone),
    // beside a sheet what was filled is left, and not how much was asked for
    ...amountColumns(instruments, 2),
    decimalColumn({
      key: 'average',
      own: 'figure',
      title: t`Average`,
      hint: t`Average fill price`,
      width: 96,
      priority: 2,
      isSummed: false,
      read: order => averagePrice(order, tickDecimals(instruments, order.symbol) ?? 8, contracts.get(order.symbol)),
      format: order => ({
        minimumDecimals: tickDecimals(instruments, order.symbol),
        unknownReason: noAverageText(order),
      }),
    }),
    decimalColumn({
      key: 'fee',
      title: t`Fee`,
      hint: t`Fees of all fills of the order so far`,
      width: 104,
      priority: 3,
      read: order => order.fee,
      format: order => ({ unit: order.feeCurrency ?? undefined }),
    }),
    textColumn({
      key: 'state',
      title: t`State`,
      hint: t`Open, filled or cancelled, as the exchange reports it`,
      width: 104,
      figure: stateOf,
      read: stateOf,
    }),
    ...remarks,
  ];
}
