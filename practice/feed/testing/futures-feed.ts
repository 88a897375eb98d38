import { createFuturesKit, type FuturesKit } from '#practice/futures/testing/venue-kit.ts';
import { createMarketHistory } from '#practice/history/market-history.ts';
import { writeJson } from '#practice/wire/json.ts';
import { createFuturesTopics } from '../futures-topics.ts';
import type { TopicFrame, TopicScope, Topic } from '../topics/topic.ts';
import { createManualTime, type ManualTime } from './manual-time.ts';

/** One topic that the test listens to. */
interface FuturesSubscription {
  /** what was pushed, oldest first; emptied by `take` */
  take(): readonly TopicFrame[];
  stop(): void;
}

/** The futures topics over a small real venue, with time in the test's hand. Ada, bob and cyd have money. */
export interface FuturesFeed {
  readonly kit: FuturesKit;
  readonly time: ManualTime;
  topic(name: string): Topic;
  /** `/contractMarket/level2:XBTUSDTM` */
  subscribe(name: string, accountId?: string): FuturesSubscription;
  greet(name: string, accountId?: string): readonly TopicFrame[];
}

function scopeOf(name: string, accountId: string | null): TopicScope {
  const [, ...symbols] = name.split(':');
  return { symbol: symbols.join(':'), accountId };
}

export function createFuturesFeed(options: Parameters<typeof createFuturesKit>[0] = {}): FuturesFeed {
  const time = createManualTime();
  const kit = createFuturesKit({ clock: time.clock, ...options });
  for (const accountId of ['ada', 'bob', 'cyd']) {
    kit.fund(accountId, '100000');
    kit.fund(accountId, '10', 'XBT');
  }
  const { venue, ledger } = kit;
  const nowhere = { pairs: [], onEvent: () => () => undefined };
  const history = createMarketHistory({ spot: nowhere, futures: venue, clock: time.clock }).futures;
  const topics = createFuturesTopics({ ...time, futures: venue, ledger, history });
  const topic = (name: string): Topic => {
    const [prefix = ''] = name.split(':');
    const found = topics.find(each => each.prefix === prefix);
    if (found === undefined) throw new Error(`no such topic: ${name}`);
    return found;
  };
  return {
    kit,
    time,
    topic,
    subscribe(name, accountId) {
      const frames: TopicFrame[] = [];
      const stop = topic(name).start(scopeOf(name, accountId ?? null), frame => void frames.push(frame));
      return { take: () => frames.splice(0), stop };
    },
    greet: (name, accountId) => topic(name).greet?.(scopeOf(name, accountId ?? null)) ?? [],
  };
}

/** The data as a client would parse it, numbers above 2^53 being what the test must not look at. */
export function dataOf(frame: TopicFrame | undefined): Readonly<Record<string, unknown>> {
  const data: unknown = frame === undefined ? undefined : JSON.parse(writeJson(frame.data));
  if (typeof data !== 'object' || data === null) throw new Error('no frame, or one without data');
  return Object.fromEntries(Object.entries(data));
}

/** The names in a frame's data, sorted. */
export function keysOf(frame: TopicFrame | undefined): readonly string[] {
  return Object.keys(dataOf(frame)).toSorted();
}

/** Bob rests an order and ada takes it. */
export function trade({ kit }: FuturesFeed, changes: Parameters<FuturesFeed['kit']['mustOrder']>[2] = {}): void {
  kit.mustOrder('bob', 'sell', { price: '50000', size: '4', ...changes });
  kit.mustOrder('ada', 'buy', { price: '50000', size: '4', ...changes });
}
