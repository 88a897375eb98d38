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
import { t } from '#shared/words/t.ts';

const TriggerText = lazy(async () => ({ default: (await import('./stop-result-text.tsx')).TriggerText }));
const StopResultText = lazy(async () => ({ default: (await import('./stop-result-text.tsx')).StopResultText }));

const dueSoon = 0.01;

interface DistanceCellProps {
  readonly stop: StopOrder;
  readonly prices: WatchedPrices;
  /** what is left of the position, which a narrow table tells nowhere else; null: it is of none */
  readonly effect: string | null;
}

function DistanceCell({ stop, prices, effect }: DistanceCellProps) {
  const watched = priceOf(stop, prices);
  const distance = distanceToTrigger(stop, watched?.price ?? null);
  if (distance === null) return <Unknown reason={watched?.detail ?? whyUnmeasured(stop)} />;
  const isOld = watched?.detail != null;
  const source = sourceText(stop, watched);
  const title = effect === null ? source : t`${source} Position then: ${ownText(effect)}.`;
  return (
    <Chip tone={Number(distance) < dueSoon ? 'warning' : 'neutral'} title={title}>
      {Number(distance) <= 0 ? t`already met` : formatOwnPercent(distance)}
      {isOld ? t` old` : ''}
    </Chip>
  );
}

function whyUnmeasured({ stop }: StopOrder): string {
  return stop === 'unknown'
    ? t`The exchange did not say on which side it fires.`
    : t`Its price is not watched: only so many are at once.`;
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
  const since = watched.asOfMs === null ? '' : t`, last right at ${formatMoment(watched.asOfMs, Date.now())}`;
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
  { ...momentColumn({ key: 'created', title: t`Placed` }), priority: 2 },
  symbolColumn(),
  textColumn({
    key: 'market',
    title: t`Market`,
    width: 64,
    priority: 4,
    read: stop => stop.tradeType,
    render: stop => tradeTypeText(stop.tradeType),
  }),
  sideColumn(),
  {
    key: 'type',
    title: t`Type`,
    width: 112,
    // what it places stands under “Then at” as well
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
              title={t`The ${legText(stop)} of a pair: when one fires the other goes, and they are cancelled as one`}
            >{t`pair`}</Chip>
          )}
        </WithChips>
      ),
  },
];

function triggerColumn({ profileId, prices, positions }: StopFacts): Column<StopOrder> {
  return {
    key: 'trigger',
    title: t`Fires`,
    hint: t`By which price, and on which side of the stop price; pointed at, what it makes of the position`,
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
    width: 96,
    priority: 4,
    render: stop => (stop.placedBy === 'margin-system' ? <Chip tone="warning">{t`margin system`}</Chip> : t`you`),
  },
  remarkColumn(),
];

/** What would be left of its position; a warning where it is gone. */
function EffectCell({ stop, positions }: { readonly stop: StopOrder; readonly positions: Positions }) {
  const effect = effectOf(stop, positionOf(stop, positions));
  const text = effectText(effect);
  // on spot there is no position, and of a pair the other leg goes
  if (text === null) return stop.pairId === undefined ? null : t`other leg goes`;
  return effect.kind === 'orphan' || effect.kind === 'flips' ? <Chip tone="warning">{text}</Chip> : text;
}

/** undefined: not known */
type Positions = readonly Position[] | undefined;

/** What a board beside other things shows, and what goes first where it is narrow: how near each stop is stays. */
const boardPriorities: ReadonlyMap<string, number> = new Map([
  ['symbol', 1],
  ['side', 1],
  ['distance', 1],
  ['stopPrice', 2],
  ['size', 3],
  ['trigger', 4],
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
    priceColumn({ key: 'stopPrice', title: t`Stop price`, instruments, read: stop => stop.stopPrice }),
    {
      key: 'distance',
      title: t`Distance`,
      hint: t`How far the price that it watches (last, mark or index) is from firing it`,
      width: 84,
      align: 'end',
      render: stop => (
        <DistanceCell stop={stop} prices={prices} effect={effectText(effectOf(stop, positionOf(stop, positions)))} />
      ),
    },
    priceColumn({
      key: 'price',
      title: t`Then at`,
      priority: 2,
      instruments,
      read: stop => stop.price,
      render: stop => <ThenAt stop={stop} decimals={tickDecimals(instruments, stop.symbol)} />,
    }),
    sizeColumn(),
    {
      key: 'effect',
      own: 'amount',
      title: t`Position then`,
      hint: t`What firing would make of the position of its contract`,
      width: 128,
      priority: 3,
      render: stop => <EffectCell stop={stop} positions={positions} />,
    },
    {
      key: 'result',
      title: t`Result then`,
      hint: t`What firing makes of the lots that it closes, against their entry; of a pair what it spends or brings. Before fees`,
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
    const priority = boardPriorities.get(column.key);
    return priority === undefined ? [] : [{ ...column, priority }];
  });
}
