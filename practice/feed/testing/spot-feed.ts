import { createMarketHistory } from '#practice/history/market-history.ts';
import { createIdentifiers } from '#practice/kernel/identifiers.ts';
import type { MarginVenue } from '#practice/margin/types.ts';
import { createMarginVenue } from '#practice/margin/venue/venue.ts';
import { marginTerms } from '#practice/markets/listing/margin-terms.ts';
import { writeJson } from '#practice/wire/json.ts';
import type { SpotPair } from '#practice/spot/types.ts';
import { btcUsdt, createSpotKit, type SpotKit, limit } from '#practice/spot/testing/venue-kit.ts';
import { createTopicCatalogue } from '../connection/catalogue.ts';
import { createRunningTopics } from '../connection/running-topics.ts';
import { createSpotTopics } from '../spot-topics.ts';
import { createManualTime, type ManualTime } from './manual-time.ts';
import { must } from './must.ts';

/** The spot topics over a real venue, with time in the test's hand. */
export interface SpotFeed {
  readonly kit: SpotKit;
  readonly margin: MarginVenue;
  readonly time: ManualTime;
  /** subscribes to a topic as the account `ann`; each frame parsed, and as it stood on the wire */
  readonly subscribe: (topic: string) => SpotSubscription;
  /** listeners that the topics have on the venue */
  readonly listeners: () => number;
}

export interface SpotSubscription {
  /** frames since the last look */
  take(): readonly unknown[];
  /** `data` of the frames since the last look */
  data(): readonly unknown[];
  readonly texts: string[];
  stop(): void;
}

const ethUsdt: SpotPair = { ...btcUsdt, symbol: 'ETH-USDT', baseCurrency: 'ETH', market: 'ALTS' };

const wealth = '1000000000';
const coins = ['BTC', 'ETH', 'USDT'] as const;

function dataOf(frame: unknown): unknown {
  return typeof frame === 'object' && frame !== null && 'data' in frame ? frame.data : undefined;
}

function openMargin({ venue, ledger }: SpotKit, { clock }: ManualTime): MarginVenue {
  for (const currency of coins) ledger.deposit({ accountId: 'lender', wallet: 'main', currency, amount: wealth });
  const identifiers = createIdentifiers(1, clock);
  return createMarginVenue({ spot: venue, ledger, clock, identifiers, terms: marginTerms, lenderId: 'lender' });
}

export function openSpotFeed(pairs: readonly SpotPair[] = [btcUsdt, ethUsdt]): SpotFeed {
  const time = createManualTime();
  const funds = ['ann', 'bob', 'cat'].flatMap(id => coins.map(coin => [id, coin, wealth] as const));
  const kit = createSpotKit({ pairs, clock: time.clock }, funds);
  let listeners = 0;
  const spot: typeof kit.venue = {
    ...kit.venue,
    onEvent(listener) {
      listeners += 1;
      const stop = kit.venue.onEvent(listener);
      return () => {
        listeners -= 1;
        stop();
      };
    },
  };
  const nowhere = { contracts: [], onEvent: () => () => undefined };
  const history = createMarketHistory({ spot: kit.venue, futures: nowhere, clock: time.clock }).spot;
  const margin = openMargin(kit, time);
  const topics = createSpotTopics({
    ...time,
    spot,
    margin,
    history,
    ledger: kit.ledger,
    indexPrice: symbol => (symbol === 'BTC-USDT' ? '101.5' : null),
  });
  const catalogue = createTopicCatalogue({ spot: topics, futures: [] }, 100);
  const channels = createRunningTopics(id => `user-${id}`);
  return {
    kit,
    margin,
    time,
    listeners: () => listeners,
    subscribe(topic) {
      const resolved = catalogue.resolve('spot', topic, true);
      if (!resolved.ok) throw new Error(resolved.rejection.words);
      const texts: string[] = [];
      const undo = resolved.subscriptions.map(subscription =>
        channels.subscribe(subscription, 'ann', frame => texts.push(writeJson(frame.body))),
      );
      let seen = 0;
      const take = (): readonly unknown[] => {
        const fresh = texts.slice(seen);
        seen = texts.length;
        return fresh.map((text): unknown => JSON.parse(text));
      };
      return {
        take,
        data: () => take().map(dataOf),
        texts,
        stop() {
          for (const each of undo) each();
        },
      };
    },
  };
}

/** Bids at 99 and 100, asks at 101 and 102, of one coin each. */
export function openSpotMarket(): SpotFeed {
  const feed = openSpotFeed();
  for (const [side, price] of [
    ['buy', '99'],
    ['buy', '100'],
    ['sell', '101'],
    ['sell', '102'],
  ] as const) {
    must(feed.kit.venue.place('bob', limit(side, price, '1')));
  }
  return feed;
}
