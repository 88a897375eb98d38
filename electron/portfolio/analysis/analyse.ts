import type { Portfolio, PortfolioQuestion } from '#shared/domain/portfolio/portfolio.ts';
import type { ContractTerms } from '#shared/portfolio/contracts/contract-terms.ts';
import { canonicalCoin } from '#shared/portfolio/rows/coin.ts';
import { computeWaterfall, type Waterfall } from '#shared/portfolio/waterfall/waterfall.ts';
import { type LoadPricesOptions, loadPrices, type PastPrices, type PriceNeed } from '../prices/load-prices.ts';
import type { ArchiveReader } from '../reading/archive-reader.ts';
import { keyOwner } from '../rows/past-row.ts';
import { daysOf, flowsOf, returnsOf, shownFlows, type CurveValuation, type ValuedPoint, valuePoint } from './curve.ts';
import { issuesOf } from './issues.ts';
import { type MarketResults, marketsOf } from './markets.ts';
import { leftOutOf, partsOf } from './parts.ts';
import { readSpan, type SpanData } from './read-span.ts';
import { valueContracts } from './value-contracts.ts';
import { choosePoints, heldCoins, priceNeeds, spanEnd, type SpanPoints } from './span-points.ts';

export interface AnalysisContext extends Omit<LoadPricesOptions, 'currency'> {
  readonly reader: ArchiveReader;
  readonly termsOf: (symbol: string) => ContractTerms | null;
  /** the exchange's time */
  readonly nowMs: number;
}

/** The answer, and what rows of its parts are looked up in. */
export interface Analysis {
  readonly portfolio: Portfolio;
  readonly data: SpanData;
  readonly points: SpanPoints;
  readonly waterfall: Waterfall;
  readonly valuation: CurveValuation;
  /** whether the exchange answered every request for candles */
  readonly isWhole: boolean;
}

/** Trades in a quote coin that is not valued itself need its price at their time. */
function tradeNeeds({ rows }: SpanData, { start, end }: SpanPoints): readonly PriceNeed[] {
  return rows.poolRows.flatMap(row => {
    if (row.kind !== 'trade' || row.atMs <= start.atMs || row.atMs > end.atMs) return [];
    return [row.quote, row.base, row.feeCoin].map(coin => ({ coin, atMs: row.atMs, interval: '1min' as const }));
  });
}

function ownersOf(owners: ReadonlySet<string>, owner: string | null): string[] {
  if (owner !== null) return [owner];
  return [keyOwner, ...[...owners].filter(each => each !== keyOwner).toSorted()];
}

function computeMarkets(
  { data, points, waterfall, valuation }: Omit<Analysis, 'portfolio'>,
  question: PortfolioQuestion,
  termsOf: AnalysisContext['termsOf'],
): MarketResults {
  const { start, end } = points;
  const { rows, heads } = data;
  const positions = heads.find(({ atMs }) => atMs === end.atMs)?.positions ?? null;
  const { poolRows, contractRows, contracts } = rows;
  const { method } = question;
  return marketsOf({ start, end, poolRows, contractRows, contracts, termsOf, positions, waterfall, valuation, method });
}

/** An end without a value has none, whatever the coins with a price come to. */
function valuesOf(valued: readonly ValuedPoint[], { start, end, pnl }: Waterfall) {
  const [isStartKnown, isEndKnown] = [valued[0], valued.at(-1)].map(
    point => point !== undefined && point.value !== null,
  );
  return {
    start: isStartKnown === true ? start : null,
    end: isEndKnown === true ? end : null,
    pnl: isStartKnown === true && isEndKnown === true ? pnl : null,
  };
}

function answer(
  parts: Omit<Analysis, 'portfolio'>,
  question: PortfolioQuestion,
  { context, prices }: { readonly context: AnalysisContext; readonly prices: PastPrices },
): Portfolio {
  const { data, points, waterfall, valuation } = parts;
  const { start, end, movements, days, gaps } = points;
  const flows = flowsOf(movements, valuation);
  const valued = points.points.map(held => valuePoint(held, valuation));
  const { markets, unknownBasis } = computeMarkets(parts, question, context.termsOf);
  const span = { fromMs: start.atMs, toMs: end.atMs };
  return {
    asOfMs: data.holdings.findLast(({ atMs }) => atMs <= end.atMs)?.atMs ?? end.atMs,
    ...span,
    currency: valuation.currency,
    owners: ownersOf(data.owners, question.owner),
    ...valuesOf(valued, waterfall),
    ...returnsOf({ spanPoints: points, valued, flows, valuation }),
    curve: valued.map(({ atMs, value, source, missing }) => ({ atMs, value, source, missing })),
    gaps: [...gaps],
    flows: shownFlows(flows),
    parts: partsOf({ waterfall, movements, valuation }),
    leftOut: leftOutOf(waterfall),
    days: daysOf(days, valued, flows),
    markets,
    issues: issuesOf({
      lines: question.owner === null || question.owner === keyOwner ? data.lines : [],
      span,
      nowMs: context.nowMs,
      leftOutParts: data.leftOut,
      mainOnlyParts: data.mainOnly,
      unpaired: data.rows.transfers.unpaired,
      underivable: data.rows.contracts.underivable,
      unknownBasis,
      waterfall,
      start,
      movements,
      held: heldCoins(end),
      prices,
    }),
  };
}

/** Value over time, and why it changed; null: no balance is recorded. Throws `UnreadableArchive`. */
export async function analyse(question: PortfolioQuestion, context: AnalysisContext): Promise<Analysis | null> {
  const { reader, nowMs, termsOf, cache } = context;
  const failures = cache.failureCount();
  const data = await readSpan({ question, reader, nowMs, termsOf });
  const chosen = data === null ? null : choosePoints(data, question.timeZone);
  if (data === null || chosen === null) return null;
  const currency = canonicalCoin(question.currency);
  const needs = priceNeeds(chosen, tradeNeeds(data, chosen), termsOf);
  const prices = await loadPrices(needs, { ...context, currency });
  const points = await valueContracts(chosen, context);
  const { priceOf } = prices;
  const { start, end, movements } = points;
  const waterfall = computeWaterfall({ start: spanEnd(start), end: spanEnd(end), movements, currency, priceOf });
  const leftOut = new Set(waterfall.leftOut.map(({ coin }) => coin));
  const isWhole = cache.failureCount() === failures;
  const parts = { data, points, waterfall, valuation: { currency, priceOf, leftOut }, isWhole };
  return { ...parts, portfolio: answer(parts, question, { context, prices }) };
}
