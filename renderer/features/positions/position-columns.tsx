import { absolute, type Decimal, divide, isNegative, isZero } from '#shared/decimal.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { formatDecimal, formatPercent } from '#lib/format.ts';
import { stopCover } from '#lib/orders/stop-text.ts';
import { compareAmounts } from '#lib/sorting.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { Chip, WithChips } from '#ui/value/chip.tsx';
import { ExpiryChip } from '#ui/value/expiry-chip.tsx';
import { NumberCell, SignedNumber, Unknown } from '#ui/value/number-cell.tsx';
import { AdlLamps } from './adl-lamps.tsx';
import { moneyPrecision, pricePrecision, profitPrecision, sizePrecision } from './price-decimals.ts';
import { holdingColumns } from './holding-columns.tsx';
import { marginRatio, riskHeadroom, type WalletFacts, walletRatio } from './position-risk.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
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
      {position.symbol}
      {position.isInverse === true ? (
        <Chip title={t`Margined and settled in the base currency`}>{t`inverse`}</Chip>
      ) : null}
      {position.marginMode === 'cross' ? <Chip>{t`cross`}</Chip> : null}
      <ExpiryChip expireAtMs={expireAtMs} />
    </WithChips>
  );
}

/** The box of a chip and capitals, which are wider than the digits that a text beside a name is measured by. */
const chipRoom = '\u2007'.repeat(4);

/** What the cell of a contract writes, for its width; a contract that expires soon says more than that. */
function contractText({ symbol, isInverse, marginMode }: Position): string {
  const chips = [isInverse === true ? t`inverse` : '', marginMode === 'cross' ? t`cross` : ''].filter(
    text => text !== '',
  );
  return [symbol, ...chips.map(text => `${text}${chipRoom}`)].join(' ');
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

/** What the cell of a quantity writes, for its width. */
function quantityText({ quantity }: Position): string {
  return `${isNegative(quantity) ? t`Short ` : t`Long `}${formatDecimal(absolute(quantity))}`;
}

/** When a contract expires; null or undefined: never, or not known. */
export type ExpiryOf = (symbol: string) => number | null | undefined;

const whatOf = (expiryOf: ExpiryOf): readonly Column<Position>[] => [
  textColumn({
    key: 'symbol',
    title: t`Contract`,
    hint: t`Contract of the position, with its side in hedge mode`,
    // a name without chips
    width: 104,
    figure: contractText,
    read: position => position.symbol,
    render: position => <SymbolCell position={position} expireAtMs={expiryOf(position.symbol)} />,
  }),
  {
    ...decimalColumn({
      key: 'quantity',
      title: t`Lots`,
      hint: positionHints.lots,
      // it says which way the position is, and never goes
      width: 72,
      // a lot of one contract is not a lot of another
      unit: position => t`lots ${position.symbol}`,
      read: position => position.quantity,
      render: position => <QuantityCell position={position} />,
    }),
    figure: quantityText,
  },
  decimalColumn({
    key: 'entry',
    own: 'figure',
    title: t`Entry`,
    hint: positionHints.entry,
    width: 73,
    priority: 9,
    isSummed: false,
    read: position => position.averageEntryPrice,
    format: pricePrecision,
  }),
  decimalColumn({
    key: 'mark',
    own: 'none',
    title: t`Mark`,
    hint: positionHints.mark,
    width: 73,
    priority: 4,
    isEssential: true,
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
    hint: positionHints.liquidation,
    // as wide as its figures ask for
    width: 73,
    isSummed: false,
    read: position => position.liquidationPrice,
    format: position => ({
      ...pricePrecision(position),
      unknownReason: t`No liquidation price, or the exchange does not state one.`,
    }),
  }),
  {
    key: 'distance',
    title: t`Liq. distance`,
    hint: positionHints.distance,
    width: 86,
    // the strip beside the row says as well that it is near
    priority: 5,
    own: 'figure',
    render: position => <DistanceCell reach={reachOf(position)} />,
    value: { kind: 'decimal', read: position => reachOf(position).distance, isSummed: false },
    compare: (a, b) => byReach(reachOf(b), reachOf(a)),
  },
  {
    key: 'adl',
    title: t`ADL`,
    hint: t`Auto-deleveraging rank`,
    width: 52,
    priority: 10,
    render: position => <AdlLamps percentile={position.adlPercentile} />,
    compare: (a, b) => compareAmounts(a.adlPercentile, b.adlPercentile),
  },
];

const money: readonly Column<Position>[] = [
  decimalColumn({
    key: 'pnl',
    title: t`Unrealised PnL`,
    hint: positionHints.unrealised,
    // as wide as its figures ask for
    width: 100,
    priority: 3,
    isEssential: true,
    read: position => position.unrealisedPnl,
    format: position => ({ unit: position.settleCurrency, ...profitPrecision(position) }),
    render: position => (
      <SignedNumber value={position.unrealisedPnl} unit={position.settleCurrency} {...profitPrecision(position)} />
    ),
  }),
  decimalColumn({
    key: 'roe',
    own: 'figure',
    title: t`ROE`,
    hint: t`Unrealised PnL / initial margin`,
    width: 72,
    priority: 11,
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
    hint: positionHints.margin,
    width: 112,
    priority: 12,
    read: position => position.positionMargin,
    format: position => ({ unit: position.settleCurrency, ...moneyPrecision(position) }),
  }),
  decimalColumn({
    key: 'added',
    title: t`Added margin`,
    hint: positionHints.addedMargin,
    width: 84,
    priority: 13,
    unit: position => position.settleCurrency,
    read: position => position.addedMargin,
    format: moneyPrecision,
  }),
  decimalColumn({
    key: 'leverage',
    own: 'figure',
    title: t`Lev.`,
    hint: positionHints.leverage,
    width: 60,
    priority: 12,
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
      title: t`Margin ratio`,
      hint: t`Maintenance margin / margin with PnL; liquidation at 100 %. Cross: estimate for the whole wallet`,
      width: 80,
      priority: 6,
      isSummed: false,
      read: ratioOf,
      render: position => <RatioCell position={position} ratio={ratioOf(position)} />,
    }),
    decimalColumn({
      key: 'notional',
      title: t`Notional`,
      hint: positionHints.notional,
      width: 96,
      priority: 7,
      read: ({ markValue }) => (markValue === null ? null : absolute(markValue)),
      format: position => ({ unit: position.settleCurrency, ...sizePrecision(position) }),
    }),
    decimalColumn({
      key: 'headroom',
      title: t`Headroom`,
      hint: t`Risk limit minus entry value, in the settlement currency`,
      width: 96,
      priority: 8,
      read: riskHeadroom,
      format: position => ({
        unit: position.settleCurrency,
        ...sizePrecision(position),
        unknownReason:
          position.marginMode === 'cross'
            ? t`Risk limits do not apply to cross positions.`
            : t`The exchange does not state the risk limit.`,
      }),
    }),
  ];
}

function RatioCell({ position, ratio }: { readonly position: Position; readonly ratio: Decimal | null }) {
  const isCross = position.marginMode === 'cross';
  if (ratio === null)
    return <Unknown reason={isCross ? t`Wallet equity or maintenance margin is unknown.` : undefined} />;
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
    title: t`SL coverage`,
    hint: positionHints.coverage,
    width: 88,
    align: 'end',
    priority: 6,
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
