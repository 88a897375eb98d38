import { type Decimal, isNegative } from '#shared/decimal.ts';
import type { Interval } from '#shared/domain/archive/archive.ts';
import type { PortfolioIssue } from '#shared/domain/portfolio/portfolio.ts';
import type { UnderivableRow } from '#shared/portfolio/contracts/run-contracts.ts';

import type { TransferLeg } from '#shared/portfolio/rows/transfer-leg.ts';
import type { UnknownBasis } from '#shared/portfolio/pools/pool-results.ts';
import type { ValueMovement } from '#shared/portfolio/waterfall/value-movement.ts';
import type { Waterfall } from '#shared/portfolio/waterfall/waterfall.ts';
import type { CoverageLine } from '#archive/archive-store.ts';
import { lostPart, unreadPart } from '#archive/coverage/coverage.ts';
import { intersect } from '#archive/coverage/intervals.ts';
import { keptSince } from '#archive/coverage/plan.ts';
import { allStreams } from '#archive/streams/streams.ts';
import { addTo, type Holdings } from '../balances/holdings.ts';
import type { SnapshotPart } from '../balances/scope.ts';
import type { PastPrices } from '../prices/load-prices.ts';

type Kind = PortfolioIssue['kind'];

function issueOf(
  kind: Kind,
  subject: string,
  about: Partial<Omit<PortfolioIssue, 'kind' | 'subject'>> = {},
): PortfolioIssue {
  return { kind, subject, fromMs: null, toMs: null, amount: null, ...about };
}

/** What is not read of the streams in a span, and what the exchange no longer has. */
function coverageIssues(lines: readonly CoverageLine[], span: Interval, nowMs: number): readonly PortfolioIssue[] {
  return lines.flatMap(({ stream, symbol, coverage }) => {
    const rules = allStreams.find(({ name }) => name === stream)?.rules;
    // rates of a day change no figure of the portfolio
    if (rules === undefined || rules.isDaily === true) return [];
    const since = keptSince(rules, nowMs);
    const subject = symbol === '' ? stream : `${stream} ${symbol}`;
    // what came since the last read is due with the next one
    const readUntilMs = nowMs - 2 * rules.pollMs;
    const found = [
      ['coverage-gap', coverage.gaps],
      ['lost', lostPart(coverage, since)],
      ['not-read-yet', unreadPart(coverage, since, readUntilMs)],
    ] as const;
    return found.flatMap(([kind, times]) =>
      intersect(times, [span]).map(({ fromMs, toMs }) => issueOf(kind, subject, { fromMs, toMs })),
    );
  });
}

/** Coins whose balance before a snapshot would be below zero by the rows, with the first such row. */
function belowZeroIssues(start: Holdings, movements: readonly ValueMovement[]): readonly PortfolioIssue[] {
  const held = new Map(start.quantities);
  const found = new Map<string, PortfolioIssue>();
  const owed = new Set([...start.quantities].filter(([, quantity]) => isNegative(quantity)).map(([coin]) => coin));
  for (const { coin, amount, atMs } of movements) {
    addTo(held, coin, amount);
    const quantity = held.get(coin) ?? '0';
    if (!isNegative(quantity) || owed.has(coin) || found.has(coin)) continue;
    found.set(coin, issueOf('below-zero', coin, { fromMs: atMs, amount: quantity }));
  }
  return [...found.values()];
}

/** Business types that the exchange does not document, each with its value. */
function bizTypeIssues({ unclassified }: Waterfall): readonly PortfolioIssue[] {
  return [...unclassified].map(([bizType, value]) => issueOf('unknown-business-type', bizType, { amount: value }));
}

function priceIssues(
  { leftOut }: Waterfall,
  held: readonly (readonly [string, Decimal])[],
  { prices, atMs }: { readonly prices: PastPrices; readonly atMs: number },
): readonly PortfolioIssue[] {
  const stale = held.flatMap(([coin]) => {
    const price = prices.priceWithAge(coin, atMs);
    if (price?.freshness !== 'stale') return [];
    return [issueOf('stale-price', coin, { fromMs: atMs - price.ageMs, amount: String(price.ageMs) })];
  });
  return [...leftOut.map(({ coin, quantity }) => issueOf('no-price', coin, { amount: quantity })), ...stale];
}

function unknownBasisIssues(unknown: readonly UnknownBasis[]): readonly PortfolioIssue[] {
  const byCoin = Map.groupBy(unknown, ({ coin }) => coin);
  return [...byCoin].map(([coin, all]) => {
    const total = new Map<string, Decimal>();
    for (const { quantity } of all) addTo(total, coin, quantity);
    return issueOf('unknown-basis', coin, { fromMs: all[0]?.atMs ?? null, amount: total.get(coin) ?? '0' });
  });
}

export interface IssuesOptions {
  readonly lines: readonly CoverageLine[];
  readonly span: Interval;
  readonly nowMs: number;
  readonly leftOutParts: ReadonlySet<SnapshotPart>;
  readonly mainOnlyParts: ReadonlySet<SnapshotPart>;
  readonly unpaired: readonly TransferLeg[];
  readonly underivable: readonly UnderivableRow[];
  readonly unknownBasis: readonly UnknownBasis[];
  readonly waterfall: Waterfall;
  readonly start: Holdings;
  readonly movements: readonly ValueMovement[];
  readonly held: readonly (readonly [string, Decimal])[];
  readonly prices: PastPrices;
}

const mostOfKind = 50;
/** The totals do not count what these name, so each one is named. */
const unlimited: ReadonlySet<Kind> = new Set<Kind>(['no-balance', 'main-wallet-only']);

function leftOutIssues({ leftOutParts, mainOnlyParts }: IssuesOptions): readonly PortfolioIssue[] {
  return [...leftOutParts].map(part => issueOf(mainOnlyParts.has(part) ? 'main-wallet-only' : 'no-balance', part));
}

/** What makes the figures of a span incomplete, at most 50 of a kind, and every account that is left out. */
export function issuesOf(options: IssuesOptions): PortfolioIssue[] {
  const { lines, span, nowMs, waterfall, prices } = options;
  const isWithin = (atMs: number) => atMs > span.fromMs && atMs <= span.toMs;
  const all = [
    ...leftOutIssues(options),
    ...coverageIssues(lines, span, nowMs),
    ...priceIssues(waterfall, options.held, { prices, atMs: span.toMs }),
    ...belowZeroIssues(options.start, options.movements),
    ...unknownBasisIssues(options.unknownBasis),
    ...bizTypeIssues(waterfall),
    ...options.unpaired
      .filter(({ atMs }) => isWithin(atMs))
      .map(({ coin, atMs, amount }) => issueOf('unpaired-transfer', coin, { fromMs: atMs, amount })),
    ...options.underivable
      .filter(({ row }) => isWithin(row.atMs))
      .map(({ row }) => issueOf('not-derivable', row.symbol, { fromMs: row.atMs })),
  ];
  const byKind = Map.groupBy(all, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, issues]) => (unlimited.has(kind) ? issues : issues.slice(0, mostOfKind)));
}
