/** Topics that one request asks for. */
export interface TopicBatch {
  /** as it is sent: `/market/level2:BTC-USDT,ETH-USDT` */
  readonly topic: string;
  readonly topics: readonly string[];
}

interface Batchable {
  readonly topic: string;
  readonly isBatchable: boolean;
}

/** docs/exchange/feeds.md §2: up to 100 symbols behind one prefix. */
const mostSymbols = 100;

function joined(topics: readonly string[]): TopicBatch {
  const [first = ''] = topics;
  const colon = first.indexOf(':');
  const symbols = topics.map(topic => topic.slice(colon + 1));
  return { topic: topics.length < 2 ? first : `${first.slice(0, colon + 1)}${symbols.join(',')}`, topics };
}

function chunks(topics: readonly string[]): TopicBatch[] {
  const count = Math.ceil(topics.length / mostSymbols);
  return Array.from({ length: count }, (_, index) => {
    return joined(topics.slice(index * mostSymbols, (index + 1) * mostSymbols));
  });
}

/** As few requests as the exchange allows, in the order in which their first topics came. */
export function batchesOf(wanted: Iterable<Batchable>): TopicBatch[] {
  const groups = new Map<string, string[]>();
  for (const { topic, isBatchable } of wanted) {
    const key = isBatchable ? topic.slice(0, topic.indexOf(':')) : topic;
    const group = groups.get(key) ?? [];
    group.push(topic);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(chunks);
}

/** Two smaller batches, to find the one topic for which the exchange refuses all of them. */
export function halvesOf({ topics }: TopicBatch): TopicBatch[] {
  const middle = Math.ceil(topics.length / 2);
  return [joined(topics.slice(0, middle)), joined(topics.slice(middle))];
}
