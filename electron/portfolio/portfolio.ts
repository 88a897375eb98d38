import type {
  MomentsComparison,
  ComparisonQuestion,
  Portfolio,
  PortfolioQuestion,
  PortfolioRows,
  PortfolioRowsQuestion,
} from '#shared/domain/portfolio/portfolio.ts';
import type { AccountTrends, TrendsQuestion } from '#shared/domain/portfolio/account-trends.ts';
import { fail, type Result } from '#shared/errors.ts';
import { notRecorded, unreadableArchive } from '#archive/archive-failures.ts';
import type { ArchivePlace, FindArchivePlace } from '#archive/archive-place.ts';
import type { ArchivedAccount, ArchiveResult, ArchiveStore } from '#archive/archive-store.ts';
import { createSilenceLimit } from '#archive/worker/silence-limit.ts';
import type { ArchiveThread, StartArchiveThread } from '#archive/worker/worker-store.ts';
import { wait as systemWait } from '#time/wait.ts';
import { clockOffsetMs, createMarketSource, type MarketClient, type MarketSource } from './market-source.ts';
import type { CandlesQuery } from '#client/types.ts';
import { PortfolioReply, type PortfolioOutcome, type PortfolioRequest } from './worker/messages.ts';

export interface PortfolioOptions {
  /** where the archive is */
  readonly findPlace: FindArchivePlace;
  /** starts `portfolio-worker` on this place */
  readonly start: StartArchiveThread;
  /** opens the archive, which brings its file up to date */
  readonly archive: Pick<ArchiveStore, 'accounts'>;
  /** counts changes of the archive; an answer is kept until it changes */
  readonly archiveVersion: () => number;
  /** whether an account is the present one of its profile: what an earlier practice exchange had is of another one */
  readonly isPresent: (account: ArchivedAccount) => boolean;
  /** the local clock */
  readonly nowMs: () => number;
  readonly wait?: typeof systemWait;
}

/** Answers questions about value over time from the archive, computed on a thread of their own. */
export interface Portfolios {
  readonly read: (question: PortfolioQuestion, client: MarketClient) => Promise<Result<Portfolio>>;
  readonly rows: (question: PortfolioRowsQuestion, client: MarketClient) => Promise<Result<PortfolioRows>>;
  readonly compare: (question: ComparisonQuestion, client: MarketClient) => Promise<Result<MomentsComparison>>;
  readonly trends: (question: TrendsQuestion, client: MarketClient) => Promise<Result<AccountTrends>>;
  /** Ends the thread; open questions fail. */
  readonly close: () => Promise<void>;
}

type MarketRequest = Extract<PortfolioReply, { readonly kind: 'market' }>;
type Method = Extract<PortfolioRequest, { readonly kind: 'question' }>['method'];

const ended = fail('internal', 'The portfolio cannot be computed now. Try again.');
const otherProfile = fail('no-profile', 'Another profile has been chosen since; nothing was done.');

interface CurrentClient {
  readonly client: MarketClient;
  readonly number: number;
  readonly source: MarketSource;
}

function askMarket({ method, query }: MarketRequest, { source }: CurrentClient): Promise<PortfolioOutcome> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread asks each method by its type
  if (method === 'candles') return source.candles(query as CandlesQuery);
  return method === 'pairs' ? source.pairs() : source.contracts();
}

interface Conversation {
  readonly ask: (
    question: Omit<Extract<PortfolioRequest, { readonly kind: 'question' }>, 'kind' | 'id'>,
  ) => Promise<PortfolioOutcome>;
  readonly end: () => Promise<unknown>;
}

interface ConversationOptions {
  readonly place: ArchivePlace;
  readonly market: (request: MarketRequest) => Promise<PortfolioOutcome>;
  readonly onEnd: () => void;
  readonly wait: typeof systemWait;
}

/** Each question of the thread to a database has its own, shorter limit. A database that keeps the thread in a loop ends it. */
const longestSilenceMs = 10 * 60_000;

/** One thread, the questions that it has not answered, and its requests to the exchange. */
function createConversation(thread: ArchiveThread, { place, market, onEnd, wait }: ConversationOptions): Conversation {
  const open = new Map<number, (outcome: PortfolioOutcome) => void>();
  let lastId = 0;
  const post = (message: PortfolioRequest) => thread.post(message);
  const end = (): void => {
    limit.restart(null);
    for (const settle of open.values()) settle(ended);
    open.clear();
    onEnd();
  };
  const limit = createSilenceLimit({
    wait,
    onSilent: () => {
      end();
      void thread.end();
    },
  });
  const watch = () => limit.restart(place.kind === 'database' && open.size > 0 ? longestSilenceMs : null);
  thread.onAnswer(raw => {
    const message = PortfolioReply.safeParse(raw);
    if (!message.success) return;
    if (message.data.kind === 'answer') {
      open.get(message.data.id)?.(message.data.result);
      open.delete(message.data.id);
      return watch();
    }
    watch();
    const { id } = message.data;
    void market(message.data).then(result => post({ kind: 'market', id, result }));
  });
  thread.onEnd(end);
  return {
    ask(question) {
      lastId += 1;
      const { promise, resolve } = Promise.withResolvers<PortfolioOutcome>();
      open.set(lastId, resolve);
      if (open.size === 1) watch();
      post({ kind: 'question', id: lastId, ...question });
      return promise;
    },
    end: thread.end,
  };
}

/** The portfolio on a thread that starts with the first question, and again with the next one after it ended. */
export function createPortfolios(options: PortfolioOptions): Portfolios {
  // the place is found once for each thread: it may be a read of the keychain
  let finding: Promise<ArchiveResult<Conversation>> | null = null;
  let current: CurrentClient | null = null;
  const currentOf = (client: MarketClient): CurrentClient => {
    if (current?.client === client) return current;
    const source = createMarketSource(client, options.nowMs);
    current = { client, number: (current?.number ?? 0) + 1, source };
    return current;
  };
  const market = (request: MarketRequest): Promise<PortfolioOutcome> =>
    current?.number === request.clientNumber ? askMarket(request, current) : Promise.resolve(otherProfile);
  const begin = (): Promise<ArchiveResult<Conversation>> => {
    const forget = () => {
      if (finding === found) finding = null;
    };
    const found = options.findPlace().then(place => {
      if (place.ok) {
        const watched = { place: place.value, market, onEnd: forget, wait: options.wait ?? systemWait };
        return { ok: true, value: createConversation(options.start(place.value), watched) } as const;
      }
      forget();
      return place;
    });
    return found;
  };
  const ask = async <T>(
    method: Method,
    question: { readonly profileId: string },
    client: MarketClient,
  ): Promise<Result<T>> => {
    const opened = await options.archive.accounts({});
    if (!opened.ok) return unreadableArchive;
    // the thread reads the newest account of the profile
    const account = opened.value.findLast(({ profileId }) => profileId === question.profileId);
    if (account !== undefined && !options.isPresent(account)) return notRecorded;
    finding ??= begin();
    const conversation = await finding;
    if (!conversation.ok) return unreadableArchive;
    const { number: clientNumber } = currentOf(client);
    const [archiveVersion, offsetMs] = [options.archiveVersion(), clockOffsetMs(client)];
    const outcome = await conversation.value.ask({ method, question, clientNumber, archiveVersion, offsetMs });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread runs the method of this name, whose type says what it answers
    return outcome as Result<T>;
  };
  return {
    read: (question, client) => ask('read', question, client),
    rows: (question, client) => ask('rows', question, client),
    compare: (question, client) => ask('compare', question, client),
    trends: (question, client) => ask('trends', question, client),
    close: async () => {
      const open = await finding;
      finding = null;
      if (open?.ok === true) await open.value.end();
    },
  };
}
