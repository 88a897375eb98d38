import { absolute, compare, type Decimal, multiply } from '#shared/decimal.ts';
import { type PortfolioPart, type WaterfallPartName, waterfallParts } from '#shared/domain/portfolio/portfolio.ts';
import type { ValueMovement } from '#shared/portfolio/waterfall/value-movement.ts';
import type { ValuedFlow, Waterfall } from '#shared/portfolio/waterfall/waterfall.ts';
import { addTo } from '../balances/holdings.ts';
import { rowName } from '../rows/past-row.ts';
import type { CurveValuation } from './curve.ts';

/** A movement behind a part, with its price and value; null: there was none. */
export interface PartRow {
  readonly movement: ValueMovement;
  readonly price: Decimal | null;
  readonly value: Decimal | null;
}

function byCoin(values: readonly (readonly [string, Decimal])[]): PortfolioPart['coins'] {
  const sums = new Map<string, Decimal>();
  for (const [coin, value] of values) addTo(sums, coin, value);
  return [...sums]
    .map(([coin, value]) => ({ coin, value }))
    .toSorted((a, b) => compare(absolute(b.value), absolute(a.value)));
}

function coinsOf(part: WaterfallPartName, { coins, flows }: Waterfall): PortfolioPart['coins'] {
  if (part === 'price' || part === 'unexplained') return byCoin(coins.map(each => [each.coin, each[part]] as const));
  return byCoin((flows.get(part) ?? []).map(({ movement, value }) => [movement.coin, value] as const));
}

function toRow({ movement, value }: ValuedFlow, { currency, priceOf }: CurveValuation): PartRow {
  const price = movement.coin === currency ? '1' : priceOf(movement.coin, movement.atMs);
  return { movement, price, value };
}

/** The results of contracts are part of the price; everything else of it has no rows. */
function resultRows(movements: readonly ValueMovement[], { currency, priceOf }: CurveValuation): readonly PartRow[] {
  return movements
    .filter(({ part }) => part === 'price')
    .map(movement => {
      const price = movement.coin === currency ? '1' : priceOf(movement.coin, movement.atMs);
      return { movement, price, value: price === null ? null : multiply(movement.amount, price) };
    });
}

export interface PartRowsOptions {
  readonly waterfall: Waterfall;
  readonly movements: readonly ValueMovement[];
  readonly valuation: CurveValuation;
}

/** The movements behind a part, oldest first. */
export function partRows(
  part: WaterfallPartName,
  { waterfall, movements, valuation }: PartRowsOptions,
): readonly PartRow[] {
  if (part === 'price') return resultRows(movements, valuation);
  const flows = waterfall.flows.get(part) ?? [];
  return flows.map(flow => toRow(flow, valuation)).toSorted((a, b) => a.movement.atMs - b.movement.atMs);
}

/** All parts, each by coin with the number of archived rows behind it. */
export function partsOf(options: PartRowsOptions): PortfolioPart[] {
  const { waterfall } = options;
  return waterfallParts.map(part => {
    const rows = new Set(partRows(part, options).map(({ movement }) => rowName(movement)));
    return { part, value: waterfall.parts[part], coins: coinsOf(part, waterfall), rows: rows.size };
  });
}

/** Coins without a price where it is needed. */
export function leftOutOf({ leftOut }: Waterfall) {
  return leftOut.map(({ coin, missing, quantity }) => ({ coin, missing, quantity }));
}
