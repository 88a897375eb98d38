import { lazy, Suspense } from 'react';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { orderTypeText } from '#lib/orders/order-type.ts';
import { formatOwnPercent } from '#lib/own/own-figures.ts';
import { ownText } from '#lib/own/privacy.ts';
import { effectOf, effectText, legText } from '#lib/orders/stop-text.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatMoment } from '#lib/time.ts';
import type { WatchedPrice } from '#shared/domain/market/price.ts';
import { type InstrumentsBySymbol, tickDecimals } from '#lib/tick.ts';
import { marginTypeOf, marginTypeText, tradeTypeText } from '#lib/trade-type.ts';
import type { Column } from '#ui/table/column.ts';
import {
  momentColumn,
  priceColumn,
  remarkColumn,
  sideColumn,
  sizeColumn,
  symbolColumn,
  textColumn,
} from '#ui/table/column-factories.tsx';
import { Chip, WithChips } from '#ui/value/chip.tsx';
import { NumberCell, Unknown } from '#ui/value/number-cell.tsx';
import { distanceToTrigger, triggerText } from '#lib/orders/stop-distance.ts';
import { positionOf } from './stop-order.ts';
import { priceOf, triggerRef, type WatchedPrices } from './trigger-price.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

const TriggerText = lazy(async () => ({ default: (await import('./stop-result-text.tsx')).TriggerText }));
const StopResultText = lazy(async () => ({ default: (await import('./stop-result-text.tsx')).StopResultText }));

const dueSoon = 0.01;

interface DistanceCellProps {
  readonly stop: StopOrder;
  readonly prices: WatchedPrices;
  /** the rest of the position, which a narrow table shows nowhere else; null: it has none */
  readonly effect: string | null;
}

function DistanceCell({ stop, prices, effect }: DistanceCellProps) {
  const watched = priceOf(stop, prices);
  const distance = distanceToTrigger(stop, watched?.price ?? null);
  if (distance === null) return <Unknown reason={watched?.detail ?? whyUnmeasured(stop)} />;
  const isOld = watched?.detail != null;
  const source = sourceText(stop, watched);
  const title = effect === null ? source : t`${source} Position after: ${ownText(effect)}.`;
  return (
    <Chip tone={Number(distance) < dueSoon ? 'warning' : 'neutral'} title={title}>
      {Number(distance) <= 0 ? t`condition met` : formatOwnPercent(distance)}
      {isOld ? t` old` : ''}
    </Chip>
  );
}

function whyUnmeasured({ stop }: StopOrder): string {
  return stop === 'unknown'
    ? t`The exchange does not state the trigger direction.`
    : t`Its price is not tracked: the maximum number is reached.`;
}

const priceTexts = {
  last: (price: string) => t`the last price ${price}`,
  mark: (price: string) => t`the mark price ${price}`,
  index: (price: string) => t`the index price ${price}`,
} as const;

/** What the distance was measured against. */
function sourceText(stop: StopOrder, watched: WatchedPrice | undefined): string {
  const price = priceTexts[triggerRef(stop).type](watched?.price == null ? '' : formatDecimal(watched.price));
  if (watched?.detail == null) return t`Measured against ${price}, as it moves.`;
  const since = watched.asOfMs === null ? '' : t`, last valid at ${formatMoment(watched.asOfMs, Date.now())}`;
  return t`Measured against ${price}${since}. ${watched.detail}`;
}

/** What is placed when it fires; a market order has no price, and that is known. */
function ThenAt({ stop, decimals }: { readonly stop: StopOrder; readonly decimals: number | undefined }) {
  if (stop.price === null && stop.type === 'market') return orderTypeText('market');
  return <NumberCell own="figure" value={stop.price} minimumDecimals={decimals} />;
}

function MarginChip({ stop }: { readonly stop: StopOrder }) {
  const margin = marginTypeOf(stop.tradeType);
  return margin === undefined ? null : <Chip>{marginTypeText(margin)}</Chip>;
}

const identity: readonly Column<StopOrder>[] = [
  {
    ...momentColumn({ key: 'created', title: t`Placed`, hint: orderHints.accepted }),
    priority: 2,
  },
  symbolColumn(),
  textColumn({
    key: 'market',
    title: t`Market`,
    hint: orderHints.market,
    width: 64,
    priority: 4,
    read: stop => stop.tradeType,
    render: stop => tradeTypeText(stop.tradeType),
  }),
  sideColumn(),
  {
    key: 'type',
    title: t`Type`,
    hint: t`Order that is placed on the trigger`,
    width: 112,
    // the placed order is in the order price column as well
    priority: 4,
    render: stop =>
      stop.type === 'unknown' ? (
        <Unknown />
      ) : (
        <WithChips>
          {orderTypeText(stop.type)}
          <MarginChip stop={stop} />
          {stop.isReduceOnly && stop.pairId === undefined ? (
            <Chip>{stop.isCloseOrder === true ? t`close` : t`reduce`}</Chip>
          ) : null}
          {stop.pairId === undefined ? null : (
            <Chip
              title={t`${legText(stop)} of a pair: if one triggers, the other is cancelled; both are cancelled together`}
            >{t`pair`}</Chip>
          )}
        </WithChips>
      ),
  },
];

function triggerColumn({ profileId, prices, positions }: StopFacts): Column<StopOrder> {
  return {
    key: 'trigger',
    title: t`Trigger`,
    hint: t`Trigger price type and direction; hover shows the position after`,
    width: 64,
    render: stop => (
      <Suspense fallback={triggerText(stop)}>
        <TriggerText
          profileId={profileId}
          stop={stop}
          distance={distanceToTrigger(stop, priceOf(stop, prices)?.price ?? null)}
          effect={effectText(effectOf(stop, positionOf(stop, positions)))}
        />
      </Suspense>
    ),
  };
}

const origin: readonly Column<StopOrder>[] = [
  {
    key: 'placedBy',
    title: t`Placed by`,
    hint: t`You, or the margin system of the exchange`,
    width: 96,
    priority: 4,
    render: stop => (stop.placedBy === 'margin-system' ? <Chip tone="warning">{t`margin system`}</Chip> : t`you`),
  },
  remarkColumn(),
];

/** What it does to its position; a warning where it closes nothing or turns it. */
function EffectCell({ stop, positions }: { readonly stop: StopOrder; readonly positions: Positions }) {
  const effect = effectOf(stop, positionOf(stop, positions));
  const text = effectText(effect);
  // on spot there is no position, and of a pair the other leg is cancelled
  if (text === null) return stop.pairId === undefined ? null : t`other leg cancelled`;
  return effect.kind === 'orphan' || effect.kind === 'flips' ? <Chip tone="warning">{text}</Chip> : text;
}

/** undefined: not known */
type Positions = readonly Position[] | undefined;

type BoardColumn = Pick<Column<StopOrder>, 'priority' | 'width' | 'leastWidth' | 'isEssential'>;

/**
 * What a board beside other things shows, what is hidden first where it is narrow, and how little room each needs: figures make
 * their column wider where they must.
 */
const boardColumnsByKey: ReadonlyMap<string, Partial<BoardColumn>> = new Map<string, Partial<BoardColumn>>([
  ['symbol', { priority: 1 }],
  ['side', { priority: 1 }],
  ['distance', { priority: 1, width: 76, leastWidth: 64 }],
  ['stopPrice', { priority: 2, width: 88, leastWidth: 76, isEssential: true }],
  ['size', { priority: 3, width: 64, isEssential: true }],
  ['trigger', { priority: 4 }],
]);

/** What the table knows beside its rows. */
export interface StopFacts {
  readonly profileId: string;
  readonly instruments: InstrumentsBySymbol;
  readonly prices: WatchedPrices;
  readonly positions: Positions;
}

export function stopColumns(facts: StopFacts): readonly Column<StopOrder>[] {
  const { profileId, instruments, prices, positions } = facts;
  return [
    ...identity,
    triggerColumn(facts),
    priceColumn({
      key: 'stopPrice',
      title: t`Trigger price`,
      hint: orderHints.triggerPrice,
      instruments,
      read: stop => stop.stopPrice,
    }),
    {
      key: 'distance',
      title: t`Distance`,
      hint: t`Distance from its price (last, mark or index) to the trigger price`,
      width: 84,
      align: 'end',
      render: stop => (
        <DistanceCell stop={stop} prices={prices} effect={effectText(effectOf(stop, positionOf(stop, positions)))} />
      ),
    },
    priceColumn({
      key: 'price',
      title: t`Order price`,
      hint: orderHints.orderPrice,
      priority: 2,
      instruments,
      read: stop => stop.price,
      render: stop => <ThenAt stop={stop} decimals={tickDecimals(instruments, stop.symbol)} />,
    }),
    sizeColumn(),
    {
      key: 'effect',
      own: 'amount',
      title: t`Position after`,
      hint: orderHints.positionAfter,
      width: 168,
      priority: 3,
      render: stop => <EffectCell stop={stop} positions={positions} />,
    },
    {
      key: 'result',
      title: t`Est. PnL`,
      hint: orderHints.estPnl,
      width: 112,
      align: 'end',
      priority: 3,
      render: stop => (
        <Suspense fallback={null}>
          <StopResultText profileId={profileId} stop={stop} />
        </Suspense>
      ),
    },
    ...origin,
  ];
}

/** The columns of a narrow board: how near each stop is, and what it is. */
export function boardColumns(facts: StopFacts): readonly Column<StopOrder>[] {
  return stopColumns(facts).flatMap(column => {
    const onBoard = boardColumnsByKey.get(column.key);
    return onBoard === undefined ? [] : [{ ...column, ...onBoard }];
  });
}
