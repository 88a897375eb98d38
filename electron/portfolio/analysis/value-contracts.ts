import type { Decimal } from '#shared/decimal.ts';
import { unrealisedResult } from '#shared/portfolio/contracts/contract-terms.ts';
import type { ContractOptions } from '#shared/portfolio/contracts/run-contracts.ts';
import type { DerivedHoldings } from '../balances/derive.ts';
import { addTo } from '../balances/holdings.ts';
import { loadMarks, type MarkLookup } from '../prices/load-marks.ts';
import type { CandleCache } from '../prices/candle-cache.ts';
import { type SpanPoints, valuedTimes } from './span-points.ts';

type TermsOf = ContractOptions['termsOf'];

/** Balances with the unrealised results of derived positions; a position without a mark is missing. */
function withUnrealised(held: DerivedHoldings, markOf: MarkLookup, termsOf: TermsOf): DerivedHoldings {
  if (held.contracts.length === 0) return held;
  const unrealised = new Map<string, Decimal>(held.unrealised);
  const missing = [...held.missing];
  for (const position of held.contracts) {
    const [terms, mark] = [termsOf(position.symbol), markOf(position.symbol, held.atMs)];
    if (terms === null || mark === null) missing.push(position.symbol);
    else addTo(unrealised, terms.settleCoin, unrealisedResult(terms, position, mark));
  }
  return { ...held, unrealised, missing, contracts: [] };
}

/** The points of a span with unrealised results everywhere. Reads candles of the contracts of derived positions. */
export async function valueContracts(
  points: SpanPoints,
  { cache, termsOf }: { readonly cache: CandleCache; readonly termsOf: TermsOf },
): Promise<SpanPoints> {
  const needs = valuedTimes(points).flatMap(({ held, interval }) =>
    held.contracts.map(({ symbol }) => ({ symbol, atMs: held.atMs, interval })),
  );
  if (needs.length === 0) return points;
  const markOf = await loadMarks(needs, cache);
  const valued = (held: DerivedHoldings): DerivedHoldings => withUnrealised(held, markOf, termsOf);
  const beforeFlows = [...points.beforeFlows].map(
    ([atMs, held]) => [atMs, held === null ? null : valued(held)] as const,
  );
  return {
    ...points,
    start: valued(points.start),
    end: valued(points.end),
    points: points.points.map(valued),
    beforeFlows: new Map(beforeFlows),
  };
}
