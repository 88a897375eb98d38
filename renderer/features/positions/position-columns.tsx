import { absolute, compare, type Decimal, isNegative } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/futures.ts';
import { formatPercent } from '#lib/format.ts';
import { compareAmounts } from '#lib/sorting.ts';
import type { Column } from '#ui/table/column.ts';
import { Chip } from '#ui/value/chip.tsx';
import { NumberCell, SignedNumber, Unknown } from '#ui/value/number-cell.tsx';
import { AdlLamps } from './adl-lamps.tsx';
import { priceDecimals } from './price-decimals.ts';
import { RoomBar } from './room-bar.tsx';
import { byDanger, roomOf } from './position-risk.ts';

function SymbolCell({ position }: { readonly position: Position }) {
  return (
    <>
      {position.symbol}
      {position.isInverse === true ? <Chip title="Margined and settled in the base currency">inverse</Chip> : null}
      {position.marginMode === 'cross' ? <Chip>cross</Chip> : null}
    </>
  );
}

function QuantityCell({ position }: { readonly position: Position }) {
  const isShort = isNegative(position.quantity);
  return (
    <span className={isShort ? 'direction-down' : 'direction-up'}>
      {isShort ? 'Short ' : 'Long '}
      <NumberCell value={absolute(position.quantity)} unit="lots" />
    </span>
  );
}

interface PriceCellProps {
  readonly position: Position;
  readonly price: Decimal | null;
  readonly unknownReason?: string;
}

/** An average has as many digits as the division gave; the eye wants those of the other prices. */
function PriceCell({ position, price, unknownReason }: PriceCellProps) {
  const decimals = priceDecimals(position);
  return (
    <NumberCell value={price} minimumDecimals={decimals} maximumDecimals={decimals} unknownReason={unknownReason} />
  );
}

function moneyDecimals({ settleCurrency }: Position) {
  const decimals = settleCurrency === 'XBT' ? 8 : 2;
  return { minimumDecimals: decimals, maximumDecimals: decimals };
}

const what: readonly Column<Position>[] = [
  {
    key: 'symbol',
    title: 'Contract',
    width: 120,
    render: position => <SymbolCell position={position} />,
    compare: (a, b) => a.symbol.localeCompare(b.symbol),
  },
  {
    key: 'quantity',
    title: 'Position',
    width: 108,
    align: 'end',
    render: position => <QuantityCell position={position} />,
    compare: (a, b) => compare(a.quantity, b.quantity),
  },
  {
    key: 'entry',
    title: 'Entry',
    hint: 'Average entry price',
    width: 88,
    align: 'end',
    priority: 2,
    render: position => <PriceCell position={position} price={position.averageEntryPrice} />,
    compare: (a, b) => compare(a.averageEntryPrice, b.averageEntryPrice),
  },
  {
    key: 'mark',
    title: 'Mark',
    width: 88,
    align: 'end',
    render: position => <PriceCell position={position} price={position.markPrice} />,
    compare: (a, b) => compare(a.markPrice, b.markPrice),
  },
];

const risk: readonly Column<Position>[] = [
  {
    key: 'liquidation',
    title: 'Liquidation',
    width: 88,
    align: 'end',
    render: position => (
      <PriceCell
        position={position}
        price={position.liquidationPrice}
        unknownReason="No price liquidates this position, or the exchange does not say."
      />
    ),
    compare: (a, b) => compareAmounts(a.liquidationPrice, b.liquidationPrice),
  },
  {
    key: 'room',
    title: 'Room',
    hint: 'How far mark may move against the position before it is liquidated',
    width: 96,
    render: position => <RoomBar room={roomOf(position)} />,
    compare: (a, b) => byDanger(b, a),
  },
  {
    key: 'adl',
    title: 'ADL',
    hint: 'Rank in the queue for auto-deleveraging',
    width: 48,
    priority: 4,
    render: position => <AdlLamps percentile={position.adlPercentile} />,
    compare: (a, b) => compareAmounts(a.adlPercentile, b.adlPercentile),
  },
];

const money: readonly Column<Position>[] = [
  {
    key: 'pnl',
    title: 'Unrealised',
    width: 128,
    align: 'end',
    render: position => (
      <SignedNumber value={position.unrealisedPnl} unit={position.settleCurrency} {...moneyDecimals(position)} />
    ),
    compare: (a, b) => compare(a.unrealisedPnl, b.unrealisedPnl),
  },
  {
    key: 'roe',
    title: 'ROE',
    hint: 'Unrealised PnL over initial margin',
    width: 72,
    align: 'end',
    priority: 2,
    render: position => (
      <span className={isNegative(position.returnOnEquity) ? 'direction-down number' : 'direction-up number'}>
        {formatPercent(position.returnOnEquity, { minimumDecimals: 2, maximumDecimals: 2, isSigned: true })}
      </span>
    ),
    compare: (a, b) => compare(a.returnOnEquity, b.returnOnEquity),
  },
  {
    key: 'margin',
    title: 'Margin',
    hint: 'Position margin without unrealised PnL',
    width: 112,
    align: 'end',
    priority: 3,
    render: position => (
      <NumberCell value={position.positionMargin} unit={position.settleCurrency} {...moneyDecimals(position)} />
    ),
    compare: (a, b) => compare(a.positionMargin, b.positionMargin),
  },
  {
    key: 'added',
    title: 'Added',
    hint: 'Margin added by hand',
    width: 84,
    align: 'end',
    priority: 5,
    render: position => (
      <NumberCell value={position.addedMargin} maximumDecimals={position.settleCurrency === 'XBT' ? 8 : 2} />
    ),
    compare: (a, b) => compareAmounts(a.addedMargin, b.addedMargin),
  },
  {
    key: 'leverage',
    title: 'Lev.',
    hint: 'Real leverage, approximately: the exchange rounds it and is a little late',
    width: 60,
    align: 'end',
    priority: 3,
    render: position =>
      position.realLeverage === null ? (
        <Unknown />
      ) : (
        <span className="number">
          ≈<NumberCell value={position.realLeverage} maximumDecimals={1} />×
        </span>
      ),
    compare: (a, b) => compareAmounts(a.realLeverage, b.realLeverage),
  },
];

export const positionColumns: readonly Column<Position>[] = [...what, ...risk, ...money];
