import { createFuturesKit, type FuturesKit } from '#practice/futures/testing/venue-kit.ts';
import { createMarketHistory } from '#practice/history/market-history.ts';
import { writeJson } from '#practice/http/json.ts';
import { createFuturesTopics } from '../futures/futures-topics.ts';
import type { Frame, Reading, Topic } from '../types.ts';
import { createManualTime, type ManualTime } from './manual-time.ts';

/** Somebody who listens to one topic. */
interface Listener {
  /** what was pushed, oldest first; emptied by `take` */
  take(): readonly Frame[];
  stop(): void;
}

/** The futures topics over a small real venue, with time in the test's hand. Ada, bob and cyd have money. */
export interface FuturesFeed {
  readonly desk: FuturesKit;
  readonly time: ManualTime;
  topic(name: string): Topic;
  /** `/contractMarket/level2:XBTUSDTM` */
  listen(name: string, accountId?: string): Listener;
  greet(name: string, accountId?: string): readonly Frame[];
}

function readingOf(name: string, accountId: string | null): Reading {
  const [, ...symbols] = name.split(':');
  return { symbol: symbols.join(':'), accountId };
}

export function createFuturesFeed(options: Parameters<typeof createFuturesKit>[0] = {}): FuturesFeed {
  const time = createManualTime();
  const desk = createFuturesKit({ clock: time.clock, ...options });
  for (const accountId of ['ada', 'bob', 'cyd']) {
    desk.fund(accountId, '100000');
    desk.fund(accountId, '10', 'XBT');
  }
  const { venue, ledger } = desk;
  const nowhere = { pairs: [], onEvent: () => () => undefined };
  const history = createMarketHistory({ spot: nowhere, futures: venue, clock: time.clock }).futures;
  const topics = createFuturesTopics({ futures: venue, ledger, history, time });
  const topic = (name: string): Topic => {
    const [prefix = ''] = name.split(':');
    const found = topics.find(each => each.prefix === prefix);
    if (found === undefined) throw new Error(`no such topic: ${name}`);
    return found;
  };
  return {
    desk,
    time,
    topic,
    listen(name, accountId) {
      const frames: Frame[] = [];
      const stop = topic(name).start(readingOf(name, accountId ?? null), frame => void frames.push(frame));
      return { take: () => frames.splice(0), stop };
    },
    greet: (name, accountId) => topic(name).greet?.(readingOf(name, accountId ?? null)) ?? [],
  };
}

/** The data as a client would parse it, numbers above 2^53 being what the test must not look at. */
export function dataOf(frame: Frame | undefined): Readonly<Record<string, unknown>> {
  const data: unknown = frame === undefined ? undefined : JSON.parse(writeJson(frame.data));
  if (typeof data !== 'object' || data === null) throw new Error('no frame, or one without data');
  return Object.fromEntries(Object.entries(data));
}
