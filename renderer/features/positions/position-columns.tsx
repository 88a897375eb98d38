import { absolute, type Decimal, divide, isNegative, isZero } from '#shared/decimal.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { formatPercent } from '#lib/format.ts';
import { stopCover } from '#lib/orders/stop-text.ts';
import { compareAmounts } from '#lib/sorting.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { Chip, WithChips } from '#ui/value/chip.tsx';
import { ExpiryChip } from '#ui/value/expiry-chip.tsx';
import { NumberCell, SignedNumber, Unknown } from '#ui/value/number-cell.tsx';
import { AdlLamps } from './adl-lamps.tsx';
import { moneyPrecision, pricePrecision, sizePrecision } from './price-decimals.ts';
import { holdingColumns } from './holding-columns.tsx';
import { marginRatio, riskHeadroom, type WalletFacts, walletRatio } from './position-risk.ts';
import { t } from '#shared/words/t.ts';
import { byReach } from '#lib/orders/liquidation-danger.ts';
import type { RowReach } from '#lib/orders/position-reach.ts';
import { DistanceCell } from '#ui/value/distance-cell.tsx';

function SymbolCell({
  position,
  expireAtMs,
}: {
  readonly position: Position;
  readonly expireAtMs: ReturnType<ExpiryOf>;
}) {
  return (
    <WithChips>
      <span
        className={isNegative(position.quantity) ? 'direction-down' : 'direction-up'}
        title={isNegative(position.quantity) ? t`Short` : t`Long`}
        aria-hidden="true"
      >
        {isNegative(position.quantity) ? '▼' : '▲'}
      </span>
      {position.symbol}
      {position.isInverse === true ? (
        <Chip title={t`Margined and settled in the base currency`}>{t`inverse`}</Chip>
      ) : null}
      {position.marginMode === 'cross' ? <Chip>{t`cross`}</Chip> : null}
      <ExpiryChip expireAtMs={expireAtMs} />
    </WithChips>
  );
}

function QuantityCell({ position }: { readonly position: Position }) {
  const isShort = isNegative(position.quantity);
  return (
    <span className={isShort ? 'direction-down' : 'direction-up'}>
      {isShort ? t`Short ` : t`Long `}
      <NumberCell value={absolute(position.quantity)} />
    </span>
  );
}

/** When a contract expires; null or undefined: never, or not known. */
export type ExpiryOf = (symbol: string) => number | null | undefined;

const whatOf = (expiryOf: ExpiryOf): readonly Column<Position>[] => [
  textColumn({
    key: 'symbol',
    title: t`Contract`,
    // an arrow, the name and what margins it
    width: 144,
    read: position => position.symbol,
    render: position => <SymbolCell position={position} expireAtMs={expiryOf(position.symbol)} />,
  }),
  decimalColumn({
    key: 'quantity',
    title: t`Lots`,
    hint: t`The position, in lots of the contract`,
    width: 76,
    // where there is no room for all of it, the arrow says which way and this goes before the liquidation price
    priority: 2,
    // a lot of one contract is not a lot of another
    unit: position => t`lots ${position.symbol}`,
    read: position => position.quantity,
    render: position => <QuantityCell position={position} />,
  }),
  decimalColumn({
    key: 'entry',
    own: 'figure',
    title: t`Entry`,
    hint: t`Average entry price`,
    width: 80,
    priority: 6,
    isSummed: false,
    read: position => position.averageEntryPrice,
    format: pricePrecision,
  }),
  decimalColumn({
    key: 'mark',
    own: 'none',
    title: t`Mark`,
    width: 80,
    priority: 6,
    isSummed: false,
    read: position => position.markPrice,
    format: pricePrecision,
  }),
];

/** How far a position is from liquidation. */
export type ReachOf = (position: Position) => RowReach;

const riskOf = (reachOf: ReachOf): readonly Column<Position>[] => [
  decimalColumn({
    key: 'liquidation',
    own: 'figure',
    title: t`Liquidation`,
    // as wide as its figures ask for
    width: 80,
    isSummed: false,
    read: position => position.liquidationPrice,
    format: position => ({
      ...pricePrecision(position),
      unknownReason: t`No price liquidates this position, or the exchange does not say.`,
    }),
  }),
  {
    key: 'distance',
    title: t`Room`,
    hint: t`How far mark may move against the position before it is liquidated; ≈ and ≥ are reckoned by Fathom`,
    width: 80,
    own: 'figure',
    render: position => <DistanceCell reach={reachOf(position)} />,
    value: { kind: 'decimal', read: position => reachOf(position).distance, isSummed: false },
    compare: (a, b) => byReach(reachOf(b), reachOf(a)),
  },
  {
    key: 'adl',
    title: t`ADL`,
    hint: t`Rank in the queue for auto-deleveraging`,
    width: 52,
    priority: 7,
    render: position => <AdlLamps percentile={position.adlPercentile} />,
    compare: (a, b) => compareAmounts(a.adlPercentile, b.adlPercentile),
  },
];

const money: readonly Column<Position>[] = [
  decimalColumn({
    key: 'pnl',
    title: t`Unrealised`,
    width: 116,
    priority: 3,
    read: position => position.unrealisedPnl,
    format: position => ({ unit: position.settleCurrency, ...moneyPrecision(position) }),
    render: position => (
      <SignedNumber value={position.unrealisedPnl} unit={position.settleCurrency} {...moneyPrecision(position)} />
    ),
  }),
  decimalColumn({
    key: 'roe',
    own: 'figure',
    title: t`ROE`,
    hint: t`Unrealised PnL over initial margin`,
    width: 72,
    priority: 8,
    isSummed: false,
    read: position => position.returnOnEquity,
    render: ({ returnOnEquity: roe }) =>
      roe === null ? (
        <Unknown reason={t`The exchange does not say it.`} />
      ) : (
        <span className={isNegative(roe) ? 'direction-down number' : 'direction-up number'}>
          {formatPercent(roe, { minimumDecimals: 2, maximumDecimals: 2, isSigned: true })}
        </span>
      ),
  }),
  decimalColumn({
    key: 'margin',
    title: t`Margin`,
    hint: t`Position margin without unrealised PnL`,
    width: 112,
    priority: 9,
    read: position => position.positionMargin,
    format: position => ({ unit: position.settleCurrency, ...moneyPrecision(position) }),
  }),
  decimalColumn({
    key: 'added',
    title: t`Added`,
    hint: t`Margin added by hand`,
    width: 84,
    priority: 10,
    unit: position => position.settleCurrency,
    read: position => position.addedMargin,
    format: moneyPrecision,
  }),
  decimalColumn({
    key: 'leverage',
    own: 'figure',
    title: t`Lev.`,
    hint: t`Real leverage, approximately: the exchange rounds it and is a little late`,
    width: 60,
    priority: 9,
    isSummed: false,
    read: position => position.realLeverage,
    render: position =>
      position.realLeverage === null ? (
        <Unknown />
      ) : (
        <span className="number">
          ≈<NumberCell own="figure" value={position.realLeverage} maximumDecimals={1} />×
        </span>
      ),
  }),
];

function exposure(wallet: WalletFacts): readonly Column<Position>[] {
  const ratioOf = (position: Position) => marginRatio(position) ?? walletRatio(position, wallet);
  return [
    decimalColumn({
      key: 'ratio',
      own: 'figure',
      title: t`Ratio`,
      hint: t`Maintenance margin over margin with PnL: it is liquidated at 100 %. Of a cross position that of its wallet, about: what all its cross positions must keep over what stands behind them`,
      width: 60,
      priority: 3,
      isSummed: false,
      read: ratioOf,
      render: position => <RatioCell position={position} ratio={ratioOf(position)} />,
    }),
    decimalColumn({
      key: 'notional',
      title: t`Notional`,
      hint: t`Value of the position at mark, in the settlement currency`,
      width: 96,
      priority: 4,
      read: position => absolute(position.markValue),
      format: position => ({ unit: position.settleCurrency, ...sizePrecision(position) }),
    }),
    decimalColumn({
      key: 'headroom',
      title: t`Headroom`,
      hint: t`What its value at entry may grow by before the risk limit, in the settlement currency`,
      width: 96,
      priority: 5,
      read: riskHeadroom,
      format: position => ({
        unit: position.settleCurrency,
        ...sizePrecision(position),
        unknownReason:
          position.marginMode === 'cross' ? t`Risk limits do not hold for cross positions.` : t`Its limit is not told.`,
      }),
    }),
  ];
}

function RatioCell({ position, ratio }: { readonly position: Position; readonly ratio: Decimal | null }) {
  const isCross = position.marginMode === 'cross';
  if (ratio === null)
    return (
      <Unknown reason={isCross ? t`What stands behind it, or what its wallet must keep, is not known.` : undefined} />
    );
  return (
    <span className="number">
      {isCross ? '≈' : ''}
      {formatPercent(ratio, { maximumDecimals: 1 })}
    </span>
  );
}

/** How much of each position its stops take out on the losing side. `stops` undefined: not known. */
function coverColumn(stops: readonly StopOrder[] | undefined): Column<Position> {
  return {
    key: 'cover',
    own: 'figure',
    title: t`Stops`,
    hint: t`How much of it the waiting stops take out on its losing side`,
    width: 52,
    align: 'end',
    priority: 3,
    render: position => {
      if (stops === undefined) return <Unknown />;
      const { covered, of } = stopCover(position, stops);
      if (isZero(covered)) return <Chip tone="warning">{t`none`}</Chip>;
      return formatPercent(divide(covered, of, { scale: 4, rounding: 'down' }), { maximumDecimals: 0 });
    },
  };
}

/** What the columns need beside the position itself. */
export interface PositionColumnsOptions extends WalletFacts {
  readonly profileId: string;
  /** undefined: not known */
  readonly stops: readonly StopOrder[] | undefined;
  readonly reachOf: ReachOf;
  readonly expiryOf: ExpiryOf;
}

export function positionColumns({ profileId, ...facts }: PositionColumnsOptions): readonly Column<Position>[] {
  return [
    ...whatOf(facts.expiryOf),
    ...riskOf(facts.reachOf),
    coverColumn(facts.stops),
    ...money,
    ...holdingColumns(profileId),
    ...exposure(facts),
  ];
}
