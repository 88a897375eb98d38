import { absolute, multiply } from '#shared/decimal.ts';
import type { PositionSide } from '#shared/domain/market/position-side.ts';
import type { ContractFunding, ContractTrade, OpeningPosition } from '#shared/portfolio/rows/contract-row.ts';
import type { SpotTrade } from '#shared/portfolio/rows/pool-row.ts';
import type { ArchivedRow, BalanceSnapshot, SnapshotPosition } from '#archive/archive-store.ts';
import { decimalOf, keyOwner, stampOf } from './past-row.ts';

function coinsOf(symbol: string | null): readonly [string, string] | null {
  const [base, quote] = (symbol ?? '').split('-');
  return base === undefined || quote === undefined || base === '' || quote === '' ? null : [base, quote];
}

function sideOf(side: string | null): 'buy' | 'sell' {
  return side === 'sell' ? 'sell' : 'buy';
}

/** Spot and margin fills. A fill without a size or a price is left out. */
export function mapSpotFills(rows: readonly ArchivedRow[]): readonly SpotTrade[] {
  return rows.flatMap((row): readonly SpotTrade[] => {
    const { symbol, size: sizeText, price: priceText, amount, fee, feeCurrency, side, tradeId } = row.columns;
    const coins = coinsOf(symbol);
    const [size, price] = [decimalOf(sizeText), decimalOf(priceText)];
    if (coins === null || size === null || price === null) return [];
    const [base, quote] = coins;
    return [
      {
        ...stampOf('spot-fills', row),
        kind: 'trade',
        tradeId: tradeId ?? row.key,
        base,
        quote,
        side: sideOf(side),
        size,
        funds: decimalOf(amount) ?? multiply(size, price),
        fee: decimalOf(fee) ?? '0',
        feeCoin: feeCurrency ?? quote,
      },
    ];
  });
}

/** Fills of contracts. The exchange does not say which side of hedge mode a fill is of. */
export function mapFuturesFills(rows: readonly ArchivedRow[]): readonly ContractTrade[] {
  return rows.flatMap((row): readonly ContractTrade[] => {
    const { symbol, size, price: priceText, fee, side, tradeId } = row.columns;
    const [lots, price] = [decimalOf(size), decimalOf(priceText)];
    if (symbol === null || lots === null || price === null) return [];
    return [
      {
        ...stampOf('futures-fills', row),
        symbol,
        positionSide: null,
        kind: 'contract-trade',
        tradeId: tradeId ?? row.key,
        side: sideOf(side),
        lots: absolute(lots),
        price,
        fee: decimalOf(fee) ?? '0',
        openFee: decimalOf(row.rest['openFee']),
        closeFee: decimalOf(row.rest['closeFee']),
      },
    ];
  });
}

/** Funding as the exchange booked it. */
export function mapFunding(rows: readonly ArchivedRow[]): readonly ContractFunding[] {
  return rows.flatMap((row): readonly ContractFunding[] => {
    const { symbol, amount, price } = row.columns;
    const booked = decimalOf(amount);
    if (symbol === null || booked === null) return [];
    const terms = { mark: decimalOf(price) ?? '0', rate: decimalOf(row.rest['fundingRate']) ?? '0' };
    return [
      {
        ...stampOf('funding', row),
        symbol,
        positionSide: null,
        kind: 'contract-funding',
        ...terms,
        amount: booked,
      },
    ];
  });
}

const oppositeSide: Readonly<Record<PositionSide, PositionSide>> = { long: 'short', short: 'long' };

/** In hedge mode a contract has two positions, also when one of them holds nothing. */
function withOtherSide(positions: readonly SnapshotPosition[]): readonly SnapshotPosition[] {
  const isHeld = (symbol: string, side: PositionSide) =>
    positions.some(each => each.symbol === symbol && each.positionSide === side);
  const others = positions.flatMap(position => {
    const { symbol, positionSide } = position;
    if (positionSide === null || isHeld(symbol, oppositeSide[positionSide])) return [];
    return [{ ...position, positionSide: oppositeSide[positionSide], lots: '0' }];
  });
  return [...positions, ...others];
}

/**
 * The positions of a snapshot as the rows that a run of contracts starts with. They enter at their entry price, so that
 * results are those that the exchange books. A position without an entry price is left out.
 */
export function openingPositions({
  atMs,
  positions,
}: Pick<BalanceSnapshot, 'atMs' | 'positions'>): readonly OpeningPosition[] {
  return withOtherSide(positions ?? []).flatMap((position): readonly OpeningPosition[] => {
    const { symbol, positionSide } = position;
    const [lots, mark] = [decimalOf(position.lots), decimalOf(position.entryPrice)];
    if (lots === null || mark === null) return [];
    const stamp = { account: keyOwner, atMs, stream: 'snapshot', id: `${symbol} ${positionSide ?? ''}` };
    return [{ ...stamp, kind: 'position', symbol, positionSide, lots, mark }];
  });
}
