import type { Candle } from '#shared/domain/market/candle.ts';
import type {
  ComparisonQuestion,
  PortfolioQuestion,
  PortfolioRowsQuestion,
} from '#shared/domain/portfolio/portfolio.ts';
import type { TrendsQuestion } from '#shared/domain/portfolio/account-trends.ts';
import { fail, type Result } from '#shared/errors.ts';
import type { ListedContract, MarketSource } from '../market-source.ts';
import { createPortfolioEngine } from '../portfolio-engine.ts';
import type { ReadableArchive } from '../reading/archive-reader.ts';
import type { PortfolioReply, PortfolioOutcome, PortfolioRequest } from './messages.ts';

export interface ServeOptions {
  readonly archive: ReadableArchive;
  readonly nowMs: () => number;
  readonly post: (message: PortfolioReply) => void;
}

type Question = Extract<PortfolioRequest, { readonly kind: 'question' }>;
type MarketMethod = Extract<PortfolioReply, { readonly kind: 'market' }>['method'];

async function typed<T>(outcome: Promise<PortfolioOutcome>): Promise<Result<T>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the main thread runs the method of this name, whose type says what it answers
  return (await outcome) as Result<T>;
}

function failed(cause: unknown) {
  return fail('internal', cause instanceof Error ? cause.message : String(cause));
}

/** The markets of one client, asked by messages to the main thread. */
function createRemoteMarkets({ post, nowMs }: ServeOptions) {
  const open = new Map<number, (result: PortfolioOutcome) => void>();
  let lastId = 0;
  let offsetMs = 0;
  const ask = (clientNumber: number, method: MarketMethod, query: unknown): Promise<PortfolioOutcome> => {
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<PortfolioOutcome>();
    open.set(lastId, resolve);
    post({ kind: 'market', id: lastId, clientNumber, method, query });
    return promise;
  };
  return {
    sourceOf: (clientNumber: number): MarketSource => ({
      candles: query => typed<readonly Candle[]>(ask(clientNumber, 'candles', query)),
      pairs: () => typed<readonly string[]>(ask(clientNumber, 'pairs', null)),
      contracts: () => typed<readonly ListedContract[]>(ask(clientNumber, 'contracts', null)),
      nowMs: () => nowMs() + offsetMs,
    }),
    settle(id: number, result: PortfolioOutcome): void {
      open.get(id)?.(result);
      open.delete(id);
    },
    setOffset: (ms: number) => void (offsetMs = ms),
  };
}

/** Answers questions with the engine; the exchange is asked through the main thread. */
export function servePortfolio(options: ServeOptions): (message: PortfolioRequest) => void {
  const markets = createRemoteMarkets(options);
  let archiveVersion = 0;
  let source: { readonly clientNumber: number; readonly market: MarketSource } | null = null;
  const engine = createPortfolioEngine({ archive: options.archive, archiveVersion: () => archiveVersion });
  const answer = ({ method, question }: Question, market: MarketSource): Promise<Result<unknown>> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the main thread asks each method by its type
    if (method === 'read') return engine.read(question as PortfolioQuestion, market);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    if (method === 'rows') return engine.rows(question as PortfolioRowsQuestion, market);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    if (method === 'trends') return engine.trends(question as TrendsQuestion, market);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return engine.compare(question as ComparisonQuestion, market);
  };
  return message => {
    if (message.kind === 'market') return markets.settle(message.id, message.result);
    const { id, clientNumber, offsetMs } = message;
    archiveVersion = message.archiveVersion;
    markets.setOffset(offsetMs);
    // what is kept of the markets of an earlier client is dropped with it
    if (source?.clientNumber !== clientNumber) source = { clientNumber, market: markets.sourceOf(clientNumber) };
    return void answer(message, source.market)
      .catch(failed)
      .then(result => options.post({ kind: 'answer', id, result }));
  };
}
