import type { Decimal } from '#shared/decimal.ts';
import type { Balance } from '#shared/domain/account/account.ts';
import type { CurrentFunding } from '#shared/domain/account/futures-account.ts';
import type { IsolatedSymbol, MarginAccountRow, MarginConfig } from '#shared/domain/account/margin.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import { positionKey } from '#shared/domain/market/position-key.ts';
import { type Exposure, exposureOf } from '#shared/risk/exposure.ts';
import { futuresUnits } from '#shared/risk/futures-units.ts';
import { distinct, type LeftOut } from '#shared/risk/left-out.ts';
import { marginUnits, usedHoldings } from '#shared/risk/margin-units.ts';
import { dollarConstants } from '#shared/risk/price-move.ts';
import type { RiskUnit } from '#shared/risk/risk-unit.ts';
import { type PricedAmount, type StressRow, stressRow, worthNow } from '#shared/risk/stress-test.ts';
import { coinsOf, type Liquidation, orderLiquidations } from '#shared/risk/liquidation-order.ts';
import type { SpotPriceOf } from '#lib/money/spot-prices.ts';
import { byDanger, marginRow, positionRow, type RiskRow } from './risk-rows.ts';
import { type SettleTotals, settleTotals } from './settle-totals.ts';

/** Everything that the page is made of; a list that is undefined has not arrived. */
export interface RiskInputs {
  readonly positions: readonly Position[] | undefined;
  readonly balances: readonly Balance[] | undefined;
  readonly marginAccounts: readonly MarginAccountRow[] | undefined;
  readonly marginAsOfMs: number | null;
  readonly stops: readonly StopOrder[] | undefined;
  readonly config: MarginConfig | undefined;
  readonly symbols: readonly IsolatedSymbol[] | undefined;
  readonly contracts: ReadonlyMap<string, FuturesContract>;
  readonly fundings: ReadonlyMap<string, CurrentFunding>;
  readonly movements: ReadonlyMap<string, Decimal>;
  readonly priceOf: SpotPriceOf;
  /** parts of lists that did not come, and lists that are old */
  readonly missing: readonly LeftOut[];
  readonly nowMs: number;
}

export interface RiskView {
  readonly rows: readonly RiskRow[];
  readonly units: readonly RiskUnit[];
  readonly settle: SettleTotals;
  readonly exposure: Exposure;
  /** in the value currency */
  readonly worth: Decimal;
  /** wallets, for what shocks make of them */
  readonly amounts: readonly PricedAmount[];
  /** coins whose price liquidates a position or changes the value, the largest exposure first */
  readonly coins: readonly string[];
  readonly priceOf: SpotPriceOf;
  /** what is not in the units, and so in no shock and on no list */
  readonly leftOut: readonly LeftOut[];
}

/** Wallets that the margin accounts report as well. */
const marginWallets = new Set(['margin', 'isolated']);

function amountsOf({ balances = [], priceOf }: RiskInputs): readonly PricedAmount[] {
  return balances
    .filter(({ wallet }) => !marginWallets.has(wallet))
    .flatMap(({ currency, total: amount }) => {
      const price = priceOf(currency);
      return price === null ? [] : [{ currency, amount, price }];
    });
}

/** What can be liquidated, as rows and as units. */
function gather(inputs: RiskInputs) {
  const { balances = [], contracts, priceOf } = inputs;
  const accounts = (inputs.marginAccounts ?? []).filter(({ holdings }) => usedHoldings(holdings).length > 0);
  const positions = (inputs.positions ?? []).filter(({ isOpen }) => isOpen);
  const walletOf = (currency: string) =>
    balances.find(balance => balance.wallet === 'futures' && balance.currency === currency);
  const futures = futuresUnits({ positions, contracts, freeOf: currency => walletOf(currency)?.available ?? null });
  const margin = marginUnits({ accounts, config: inputs.config, symbols: inputs.symbols, priceOf });
  const units = [...futures.units, ...margin.units];
  const facts = {
    legs: new Map(futures.legs.map(leg => [positionKey(leg), leg])),
    fundings: inputs.fundings,
    movements: inputs.movements,
    stops: inputs.stops,
    units: new Map(units.map(unit => [unit.id, unit])),
    positions,
    equityOf: (currency: string) => walletOf(currency)?.total ?? null,
    contracts,
    nowMs: inputs.nowMs,
  };
  const rows = [
    ...positions.map(position => positionRow(position, facts)),
    ...accounts.map(account => marginRow(account, facts, inputs.marginAsOfMs)),
  ].toSorted(byDanger);
  return { accounts, futures, units, rows, leftOut: [...futures.leftOut, ...margin.leftOut] };
}

/** Only who can be liquidated, the nearest first, and what could not be reckoned with. */
export function atRisk(inputs: RiskInputs): {
  readonly rows: readonly RiskRow[];
  readonly leftOut: readonly LeftOut[];
} {
  const { rows, leftOut } = gather(inputs);
  return { rows, leftOut };
}

/** The page as one value, from all that is known at one moment. */
export function riskView(inputs: RiskInputs): RiskView {
  const { balances = [], priceOf } = inputs;
  const { accounts, futures, units, rows, leftOut } = gather(inputs);
  const exposure = exposureOf({
    balances,
    marginAccounts: accounts,
    legs: futures.legs,
    priceOf,
    still: dollarConstants,
  });
  const amounts = amountsOf(inputs);
  return {
    rows,
    units,
    settle: settleTotals(rows, inputs.balances),
    exposure,
    worth: worthNow({ amounts, units }),
    amounts,
    coins: coinsAtRisk(exposure, units),
    priceOf,
    leftOut: distinct([...inputs.missing, ...leftOut, ...exposure.leftOut]),
  };
}

function coinsAtRisk({ coins }: Exposure, units: readonly RiskUnit[]): readonly string[] {
  const touched = new Set(units.flatMap(unit => [...coinsOf(unit)]));
  const held = coins.filter(({ net, futures }) => net !== '0' || futures !== '0').map(({ coin }) => coin);
  const known = new Set([...held, ...touched]);
  return [...known].filter(coin => !dollarConstants.quotes.has(coin));
}

/** All coins first, then each by itself, through the moves of each. */
export function stressRows(
  { amounts, units, coins, priceOf }: RiskView,
  movesOf: (coin: string | null) => readonly Decimal[],
): readonly StressRow[] {
  const options = { amounts, units, still: dollarConstants, priceOf };
  return [null, ...coins].map(coin => stressRow(options, coin, movesOf(coin)));
}

/** Who is liquidated first when one coin, or all (null), fall or rise. */
export function liquidationOrder({ units, priceOf }: RiskView, coin: string | null): readonly Liquidation[] {
  return orderLiquidations({ units, coin, still: dollarConstants, priceOf });
}
