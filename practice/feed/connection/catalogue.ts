import type { VenueName } from '#practice/wire/venue-name.ts';
import { type FeedRejection, rejections } from './protocol.ts';
import type { Topic } from '../topics/topic.ts';

/** One topic with one symbol: what a connection is subscribed to. */
export interface Subscription {
  readonly topic: Topic;
  /** empty where the topic has no colon */
  readonly symbol: string;
  /** as on the wire: `/market/level2:BTC-USDT` */
  readonly name: string;
}

type Resolved =
  | { readonly ok: true; readonly subscriptions: readonly Subscription[] }
  | { readonly ok: false; readonly rejection: FeedRejection };

export interface TopicCatalogue {
  /** what a subscribe request asks for; one bad symbol refuses all (docs/exchange/feeds.md §2) */
  resolve(venue: VenueName, text: string, isLoggedIn: boolean): Resolved;
}

function refuse(rejection: FeedRejection): Resolved {
  return { ok: false, rejection };
}

function resolveSymbols(topic: Topic, { text, list }: { text: string; list: string }, most: number): Resolved {
  const symbols = [...new Set(list.split(','))];
  if (symbols.length > most) return refuse(rejections.perTime(most));
  if (symbols.includes('')) return refuse(rejections.topicInvalid(text));
  const unknown = symbols.find(symbol => !topic.serves(symbol));
  if (unknown !== undefined) return refuse(rejections.topicUnknown(`${topic.prefix}:${unknown}`));
  const subscriptions = symbols.map(symbol => ({ topic, symbol, name: `${topic.prefix}:${symbol}` }));
  return { ok: true, subscriptions };
}

function indexOf(topics: readonly Topic[]): ReadonlyMap<string, Topic> {
  const byPrefix = new Map(topics.map(topic => [topic.prefix, topic]));
  if (byPrefix.size !== topics.length) throw new Error('two topics share a prefix');
  return byPrefix;
}

/** Throws when two topics of one venue share a prefix: a mistake in the set-up. */
export function createTopicCatalogue(
  topics: Readonly<Record<VenueName, readonly Topic[]>>,
  topicsPerRequest: number,
): TopicCatalogue {
  const indexes = { spot: indexOf(topics.spot), futures: indexOf(topics.futures) };
  return {
    resolve(venue, text, isLoggedIn) {
      const colon = text.indexOf(':');
      const topic = indexes[venue].get(colon < 0 ? text : text.slice(0, colon));
      if (topic === undefined) return refuse(rejections.topicUnknown(text));
      if (topic.audience === 'private' && !isLoggedIn) return refuse(rejections.login);
      if (colon < 0) {
        if (topic.symbols === 'required') return refuse(rejections.topicInvalid(text));
        return { ok: true, subscriptions: [{ topic, symbol: '', name: topic.prefix }] };
      }
      if (topic.symbols === 'none') return refuse(rejections.topicUnknown(text));
      return resolveSymbols(topic, { text, list: text.slice(colon + 1) }, topicsPerRequest);
    },
  };
}
