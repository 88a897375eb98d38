import type {
  MomentsComparison,
  ComparisonQuestion,
  Portfolio,
  PortfolioQuestion,
  PortfolioRows,
  PortfolioRowsQuestion,
} from '#shared/domain/portfolio/portfolio.ts';
import type { AccountTrends, TrendsQuestion } from '#shared/domain/portfolio/account-trends.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { notRecorded, unreadableArchive } from '#archive/archive-failures.ts';
import { type Analysis, type AnalysisContext, analyse } from './analysis/analyse.ts';
import { findPartRows } from './analysis/find-part-rows.ts';
import { compareMoments } from './compare/compare-moments.ts';
import { createMarketData, type MarketData } from './market-data.ts';
import type { MarketSource } from './market-source.ts';
import { createArchiveReader, findAccount, type ReadableArchive, UnreadableArchive } from './reading/archive-reader.ts';
import { readAccountTrends } from './trends/account-trends.ts';
import { createSubTransferFinder, type SubTransferFinder } from './trends/sub-transfers.ts';

export interface PortfolioEngineOptions {
  readonly archive: ReadableArchive;
  /** counts changes of the archive; an answer is kept until it changes */
  readonly archiveVersion: () => number;
}

/** Answers questions about value over time from the archive. The source is that of the open account. */
export interface PortfolioEngine {
  readonly read: (question: PortfolioQuestion, source: MarketSource) => Promise<Result<Portfolio>>;
  readonly rows: (question: PortfolioRowsQuestion, source: MarketSource) => Promise<Result<PortfolioRows>>;
  readonly compare: (question: ComparisonQuestion, source: MarketSource) => Promise<Result<MomentsComparison>>;
  readonly trends: (question: TrendsQuestion, source: MarketSource) => Promise<Result<AccountTrends>>;
}

const mostAnswers = 8;

interface Kept {
  readonly version: number;
  readonly source: MarketSource;
  readonly analysis: Promise<Result<Analysis>>;
}

/** The answers to the last questions, each until the archive or the account changes. One that lacks candles is not kept. */
function createAnswers(archiveVersion: () => number) {
  const kept = new Map<string, Kept>();
  return (
    question: PortfolioQuestion,
    source: MarketSource,
    compute: () => Promise<Result<Analysis>>,
  ): Promise<Result<Analysis>> => {
    const key = JSON.stringify(question);
    const version = archiveVersion();
    const known = kept.get(key);
    kept.delete(key);
    if (known !== undefined && known.version === version && known.source === source) {
      kept.set(key, known);
      return known.analysis;
    }
    const entry = { version, source, analysis: compute() };
    kept.set(key, entry);
    void entry.analysis.then(
      result => {
        if (!(result.ok && result.value.isWhole) && kept.get(key) === entry) kept.delete(key);
      },
      () => kept.delete(key),
    );
    for (const [oldest] of kept) if (kept.size > mostAnswers) kept.delete(oldest);
    return entry.analysis;
  };
}

async function guard<T>(what: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await what();
  } catch (cause) {
    if (cause instanceof UnreadableArchive) return unreadableArchive;
    throw cause;
  }
}

/** What answers are computed with. */
async function openContext(
  profileId: string,
  { archive }: Pick<PortfolioEngineOptions, 'archive'>,
  market: MarketData,
): Promise<Result<AnalysisContext>> {
  const accountId = await findAccount(archive, profileId);
  if (accountId === null) return notRecorded;
  const [pairs, terms] = await Promise.all([market.pairs(), market.terms()]);
  if (!pairs.ok) return pairs;
  return succeed({
    reader: createArchiveReader(archive, accountId),
    // without the list of contracts their results are not derivable, which the answer says
    termsOf: terms.ok ? terms.value : () => null,
    nowMs: market.nowMs(),
    cache: market.cache,
    pairs: pairs.value,
  });
}

/** The answer to a question; no balance is a failure. */
async function answerWith<T>(
  context: Result<AnalysisContext>,
  what: (context: AnalysisContext) => Promise<T | null>,
): Promise<Result<T>> {
  if (!context.ok) return context;
  const answer = await what(context.value);
  return answer === null ? notRecorded : succeed(answer);
}

/** The question about the portfolio whose rows are asked for. */
function withoutPart(question: PortfolioRowsQuestion): PortfolioQuestion {
  const { profileId, owner, fromMs, toMs, currency, timeZone, method } = question;
  return { profileId, owner, fromMs, toMs, currency, timeZone, method };
}

/** The engine over an archive. It keeps the last answers and, for each source, its markets. */
export function createPortfolioEngine(options: PortfolioEngineOptions): PortfolioEngine {
  const markets = new WeakMap<MarketSource, MarketData>();
  const answers = createAnswers(options.archiveVersion);
  const marketOf = (source: MarketSource): MarketData => {
    const market = markets.get(source) ?? createMarketData(source);
    markets.set(source, market);
    return market;
  };
  const finders = new Map<number, SubTransferFinder>();
  const finderOf = (accountId: number): SubTransferFinder => {
    const finder = finders.get(accountId) ?? createSubTransferFinder();
    finders.set(accountId, finder);
    return finder;
  };
  const analysisOf = (question: PortfolioQuestion, source: MarketSource): Promise<Result<Analysis>> =>
    guard(() =>
      answers(question, source, async () =>
        answerWith(await openContext(question.profileId, options, marketOf(source)), context =>
          analyse(question, context),
        ),
      ),
    );
  return {
    async read(question, source) {
      const analysis = await analysisOf(question, source);
      return analysis.ok ? succeed(analysis.value.portfolio) : analysis;
    },
    async rows(question, source) {
      const analysis = await analysisOf(withoutPart(question), source);
      return analysis.ok ? succeed(findPartRows(analysis.value, question)) : analysis;
    },
    compare: (question, source) =>
      guard(async () =>
        answerWith(await openContext(question.profileId, options, marketOf(source)), context =>
          compareMoments(question, context),
        ),
      ),
    trends: (question, source) =>
      guard(async () =>
        answerWith(await openContext(question.profileId, options, marketOf(source)), context =>
          readAccountTrends(question, context, finderOf(context.reader.accountId)),
        ),
      ),
  };
}
