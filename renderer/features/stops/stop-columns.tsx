import type { Decimal } from '#shared/decimal.ts';
import type { StopOrder } from '#shared/domain/stop-order.ts';
import { formatPercent, visibleText } from '#lib/format.ts';
import { compareAmounts } from '#lib/sorting.ts';
import { type Instruments, tickDecimals } from '#lib/tick.ts';
import type { Column } from '#ui/table/column.ts';
import { Chip, SideChip } from '#ui/value/chip.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { NumberCell, Unknown } from '#ui/value/number-cell.tsx';
import { distanceToTrigger, triggerText } from './stop-distance.ts';

/** A price to measure a stop against, by symbol: the mid of the book on screen, or a position's mark. */
export type WatchedPrices = ReadonlyMap<string, Decimal>;

const dueSoon = 0.01;

function DistanceCell({ stop, prices }: { readonly stop: StopOrder; readonly prices: WatchedPrices }) {
  const distance = distanceToTrigger(stop, prices.get(stop.symbol) ?? null);
  if (distance === null) return <Unknown reason="No price of this symbol is on the screen." />;
  return <Chip tone={Number(distance) < dueSoon ? 'warning' : 'neutral'}>{formatPercent(distance)}</Chip>;
}

const identity: readonly Column<StopOrder>[] = [
  {
    key: 'created',
    title: 'Placed',
    width: 92,
    render: stop => <Moment epochMs={stop.createdAtMs} />,
    compare: (a, b) => a.createdAtMs - b.createdAtMs,
  },
  {
    key: 'symbol',
    title: 'Symbol',
    width: 92,
    render: stop => stop.symbol,
    compare: (a, b) => a.symbol.localeCompare(b.symbol),
  },
  {
    key: 'side',
    title: 'Side',
    width: 44,
    render: stop => <SideChip side={stop.side} />,
    compare: (a, b) => a.side.localeCompare(b.side),
  },
  {
    key: 'type',
    title: 'Type',
    width: 92,
    priority: 3,
    render: stop =>
      stop.type === 'unknown' ? (
        <Unknown />
      ) : (
        <>
          {stop.type}
          {stop.isReduceOnly ? <Chip>reduce</Chip> : null}
        </>
      ),
  },
  { key: 'trigger', title: 'Fires when', width: 84, render: triggerText },
];

const origin: readonly Column<StopOrder>[] = [
  {
    key: 'placedBy',
    title: 'Placed by',
    width: 96,
    priority: 4,
    render: stop => (stop.placedBy === 'margin-system' ? <Chip tone="warning">margin system</Chip> : 'you'),
  },
  {
    key: 'remark',
    title: 'Remark',
    width: 96,
    priority: 5,
    render: stop => (stop.remark === null ? '' : visibleText(stop.remark)),
  },
];

export function stopColumns(instruments: Instruments, prices: WatchedPrices): readonly Column<StopOrder>[] {
  const decimals = (stop: StopOrder) => tickDecimals(instruments, stop.symbol);
  return [
    ...identity,
    {
      key: 'stopPrice',
      title: 'Stop price',
      width: 96,
      align: 'end',
      render: stop => <NumberCell value={stop.stopPrice} minimumDecimals={decimals(stop)} />,
      compare: (a, b) => compareAmounts(a.stopPrice, b.stopPrice),
    },
    {
      key: 'distance',
      title: 'Distance',
      hint: 'How far the price on the screen is from firing it',
      width: 84,
      align: 'end',
      priority: 2,
      render: stop => <DistanceCell stop={stop} prices={prices} />,
    },
    {
      key: 'price',
      title: 'Then at',
      width: 96,
      align: 'end',
      render: stop => <NumberCell value={stop.price} minimumDecimals={decimals(stop)} unknownReason="At market." />,
      compare: (a, b) => compareAmounts(a.price, b.price),
    },
    {
      key: 'size',
      title: 'Size',
      width: 96,
      align: 'end',
      render: stop => (
        <NumberCell
          value={stop.size}
          unit={stop.venue === 'futures' ? 'lots' : undefined}
          unknownReason={`Given by funds: ${stop.funds ?? 'not said'}`}
        />
      ),
      compare: (a, b) => compareAmounts(a.size, b.size),
    },
    ...origin,
  ];
}
