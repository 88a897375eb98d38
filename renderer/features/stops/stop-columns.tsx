import type { Decimal } from '#shared/decimal.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { formatPercent } from '#lib/format.ts';
import type { InstrumentsBySymbol } from '#lib/tick.ts';
import type { Column } from '#ui/table/column.ts';
import {
  momentColumn,
  priceColumn,
  remarkColumn,
  sideColumn,
  sizeColumn,
  symbolColumn,
} from '#ui/table/column-factories.tsx';
import { Chip } from '#ui/value/chip.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
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
  momentColumn({ key: 'created', title: 'Placed' }),
  symbolColumn(),
  sideColumn(),
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
  remarkColumn(),
];

export function stopColumns(instruments: InstrumentsBySymbol, prices: WatchedPrices): readonly Column<StopOrder>[] {
  return [
    ...identity,
    priceColumn({ key: 'stopPrice', title: 'Stop price', instruments, read: stop => stop.stopPrice }),
    {
      key: 'distance',
      title: 'Distance',
      hint: 'How far the price on the screen is from firing it',
      width: 84,
      align: 'end',
      priority: 2,
      render: stop => <DistanceCell stop={stop} prices={prices} />,
    },
    priceColumn({
      key: 'price',
      title: 'Then at',
      instruments,
      read: stop => stop.price,
      unknownReason: 'At market.',
    }),
    sizeColumn(),
    ...origin,
  ];
}
