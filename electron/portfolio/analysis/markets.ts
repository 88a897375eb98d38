import { add, compare, type Decimal, isNegative, isPositive, isZero, multiply, negate, sum } from '#shared/decimal.ts';
import type { PortfolioMarket } from '#shared/domain/portfolio/portfolio.ts';
import { signedLots } from '#shared/portfolio/contracts/contract-book.ts';
import type { ContractTerms } from '#shared/portfolio/contracts/contract-terms.ts';
import { type ContractsResult, runContracts } from '#shared/portfolio/contracts/run-contracts.ts';
import { totalGain } from '#shared/portfolio/pools/gain-total.ts';
import type { CostMethod } from '#shared/portfolio/pools/lot.ts';
import { openResult } from '#shared/portfolio/pools/pool.ts';
import type { PoolsResult } from '#shared/portfolio/pools/pool-results.ts';
import { runPools } from '#shared/portfolio/pools/run-pools.ts';
import type { ContractCoinChange, ContractRow } from '#shared/portfolio/rows/contract-row.ts';
import type { OpeningBalance, PoolRow } from '#shared/portfolio/rows/pool-row.ts';
import type { Waterfall } from '#shared/portfolio/waterfall/waterfall.ts';
import type { DerivedHoldings } from '../balances/derive.ts';
import { decimalOf, keyOwner } from '../rows/past-row.ts';
import type { SnapshotPosition } from '#archive/archive-store.ts';
import type { CurveValuation } from './curve.ts';

export interface MarketsOptions {
  readonly start: DerivedHoldings;
  readonly end: DerivedHoldings;
  readonly poolRows: readonly PoolRow[];
  readonly contractRows: readonly ContractRow[];
  readonly contracts: ContractsResult;
  readonly termsOf: (symbol: string) => ContractTerms | null;
  /** of the snapshot at the end; null: unknown */
  readonly positions: readonly SnapshotPosition[] | null;
  readonly waterfall: Waterfall;
  readonly valuation: CurveValuation;
  readonly method: CostMethod;
}

/** Results within a span. */
export interface MarketResults {
  readonly markets: PortfolioMarket[];
  readonly unknownBasis: PoolsResult['unknownBasis'];
}

interface Timed {
  readonly atMs: number;
}

function isWithin({ start, end }: Pick<MarketsOptions, 'start' | 'end'>) {
  return ({ atMs }: Timed): boolean => atMs > start.atMs && atMs <= end.atMs;
}

/** What is held at the start enters with the market value then. */
function openingBalances({ atMs, quantities }: DerivedHoldings): readonly OpeningBalance[] {
  return [...quantities].map(([coin, quantity]) => ({
    account: keyOwner,
    atMs,
    stream: 'start',
    id: coin,
    kind: 'opening',
    coin,
    held: isPositive(quantity) ? quantity : '0',
    owed: isNegative(quantity) ? negate(quantity) : '0',
    cost: null,
  }));
}

function priced(
  { currency, priceOf }: CurveValuation,
  { coin, amount, atMs }: { readonly coin: string; readonly amount: Decimal; readonly atMs: number },
): Decimal | null {
  if (coin === currency) return amount;
  const price = priceOf(coin, atMs);
  return price === null ? null : multiply(amount, price);
}

function feesOf({ waterfall, contracts }: MarketsOptions, coin: string): Decimal {
  const ofContracts = new Set(contracts.changes.map(({ stream, id }) => `${stream} ${id}`));
  const flows = (waterfall.flows.get('fees') ?? []).filter(
    ({ movement }) => movement.coin === coin && !ofContracts.has(`${movement.stream} ${movement.id}`),
  );
  return sum(flows.map(({ value }) => value));
}

function interestOf({ waterfall }: MarketsOptions, coin: string): Decimal {
  const flows = (waterfall.flows.get('interest') ?? []).filter(({ movement }) => movement.coin === coin);
  return sum(flows.map(({ value }) => value));
}

function coinMarket(coin: string, pools: PoolsResult, options: MarketsOptions): PortfolioMarket {
  const { end, valuation } = options;
  const quantity = end.quantities.get(coin) ?? '0';
  const price = coin === valuation.currency ? '1' : valuation.priceOf(coin, end.atMs);
  const pool = pools.pools.find(each => each.coin === coin)?.pool;
  const open = pool === undefined ? null : openResult(pool, price);
  const gains = totalGain(
    pools.gains.filter(gain => gain.coin === coin),
    ['trade'],
  );
  const unknown = pools.unknownBasis.filter(each => each.coin === coin).map(({ value }) => value ?? '0');
  // the open result is that of the rows; it is not that of the balance where they differ
  const isExplained = open !== null && compare(open.quantity, quantity) === 0;
  const nothing = isZero(quantity) || coin === valuation.currency ? ('0' as const) : null;
  return {
    name: coin,
    kind: 'coin',
    realised: gains.unpriced > 0 ? null : gains.gain,
    unrealised: isExplained ? open.gain : nothing,
    fees: feesOf(options, coin),
    carry: interestOf(options, coin),
    unknownBasis: sum(unknown),
    quantity,
    value: price === null ? null : multiply(quantity, price),
  };
}

function sumOfChanges(
  changes: readonly ContractCoinChange[],
  reason: ContractCoinChange['reason'],
  valuation: CurveValuation,
): Decimal | null {
  let total: Decimal | null = '0';
  for (const change of changes.filter(each => each.reason === reason)) {
    const value = priced(valuation, change);
    total = value === null || total === null ? null : add(total, value);
  }
  return total;
}

function contractMarket(symbol: string, run: ContractsResult, options: MarketsOptions): PortfolioMarket {
  const { end, valuation, positions } = options;
  const changes = run.changes.filter(change => change.symbol === symbol).filter(isWithin(options));
  const held = positions?.filter(position => position.symbol === symbol) ?? null;
  const open = held?.map(({ unrealised, settleCurrency }) => {
    const amount = decimalOf(unrealised);
    return amount === null ? null : priced(valuation, { coin: settleCurrency, amount, atMs: end.atMs });
  });
  const known = open?.filter(value => value !== null) ?? [];
  const derived = run.positions.filter(position => position.symbol === symbol).map(signedLots);
  return {
    name: symbol,
    kind: 'contract',
    realised: sumOfChanges(changes, 'result', valuation),
    unrealised: open !== undefined && known.length === open.length ? sum(known) : null,
    fees: sumOfChanges(changes, 'trade-fee', valuation) ?? '0',
    carry: sumOfChanges(changes, 'funding', valuation) ?? '0',
    unknownBasis: '0',
    quantity: held === null ? sum(derived) : sum(held.map(({ lots }) => decimalOf(lots) ?? '0')),
    value: null,
  };
}

function hasContent({ realised, fees, carry, unknownBasis, quantity }: PortfolioMarket): boolean {
  return [realised ?? '1', fees, carry, unknownBasis, quantity].some(figure => !isZero(figure));
}

/** Results by coin and by contract. Those of coins are net of trade fees. */
export function marketsOf(options: MarketsOptions): MarketResults {
  const { start, end, poolRows, contractRows, contracts, termsOf, positions, valuation, method } = options;
  const { currency, priceOf } = valuation;
  const rows = [...openingBalances(start), ...poolRows.filter(isWithin(options))];
  const pools = runPools(rows, { method, currency, priceOf });
  const coins = new Set([...start.quantities.keys(), ...end.quantities.keys(), ...pools.pools.map(({ coin }) => coin)]);
  const run = method === 'average' ? contracts : runContracts(contractRows, { method, termsOf });
  const symbols = new Set([
    ...run.changes.filter(isWithin(options)).map(({ symbol }) => symbol),
    ...(positions ?? []).map(({ symbol }) => symbol),
  ]);
  const markets = [
    ...[...coins].map(coin => coinMarket(coin, pools, options)),
    ...[...symbols].map(symbol => contractMarket(symbol, run, options)),
  ];
  const sorted = markets.filter(hasContent).toSorted((a, b) => compare(b.value ?? '0', a.value ?? '0'));
  return { markets: sorted, unknownBasis: pools.unknownBasis };
}
