import type { FuturesTicker } from '#practice/futures/types.ts';
import { type JsonValue, numeric } from '#practice/wire/json.ts';
import type { BookView } from '#practice/kernel/kernel.ts';
import { timestampNs } from '../topics/time.ts';
import { type Topic, type TopicFrame, undoAll } from '../topics/topic.ts';
import { type FuturesTopicOptions, isContract } from './topic-options.ts';

/** Best bid and offer on the wire, docs/exchange/feeds.md §7. */

const nothing = ['0', '0'] as const;

/** `/contractMarket/tickerV2`: once per action that changed the book, whether its top moved or not. No last price. */
export function tickerV2Topic(options: FuturesTopicOptions): Topic {
  const { futures, events } = options;
  const cut = (symbol: string): BookView | null => futures.book(symbol, 1);
  const write = (symbol: string, book: BookView): TopicFrame => writeTop(symbol, book, timestampNs(options.clock));
  return {
    prefix: '/contractMarket/tickerV2',
    audience: 'public',
    symbols: 'required',
    serves: isContract(options),
    greet({ symbol }) {
      const book = cut(symbol);
      return book === null ? [] : [write(symbol, book)];
    },
    start({ symbol }, send) {
      let reported = futures.book(symbol, 0)?.sequence ?? 0n;
      return events.on('level', symbol, ({ sequence }) => {
        // events are published at the end of the action, so that the first of them already shows the last one's book
        if (sequence <= reported) return;
        const book = cut(symbol);
        if (book === null) return;
        reported = book.sequence;
        send(write(symbol, book));
      });
    },
  };
}

function writeTop(symbol: string, { sequence, bids, asks }: BookView, timeNs: bigint): TopicFrame {
  const [bestBidPrice, bestBidSize] = bids[0] ?? nothing;
  const [bestAskPrice, bestAskSize] = asks[0] ?? nothing;
  return {
    subject: 'tickerV2',
    sn: sequence,
    data: {
      symbol,
      sequence,
      bestBidSize: numeric(bestBidSize),
      bestBidPrice,
      bestAskPrice,
      bestAskSize: numeric(bestAskSize),
      ts: timeNs,
    },
  };
}

/** `/contractMarket/ticker`: the older one, with the last trade; on each change of either. */
export function tickerTopic(options: FuturesTopicOptions): Topic {
  const { futures, events } = options;
  return {
    prefix: '/contractMarket/ticker',
    audience: 'public',
    symbols: 'required',
    serves: isContract(options),
    greet({ symbol }) {
      const ticker = futures.ticker(symbol);
      return ticker === null ? [] : [writeTicker(ticker)];
    },
    start({ symbol }, send) {
      let reported = keyOf(futures.ticker(symbol));
      const refresh = (): void => {
        const ticker = futures.ticker(symbol);
        const key = keyOf(ticker);
        if (ticker === null || key === reported) return;
        reported = key;
        send(writeTicker(ticker));
      };
      return undoAll(events.on('level', symbol, refresh), events.on('print', symbol, refresh));
    },
  };
}

function keyOf(ticker: FuturesTicker | null): string {
  if (ticker === null) return '';
  const { tradeId, bestBidPrice, bestBidSize, bestAskPrice, bestAskSize } = ticker;
  return [tradeId.toString(), bestBidPrice, bestBidSize, bestAskPrice, bestAskSize].join(' ');
}

function writeTicker(ticker: FuturesTicker): TopicFrame {
  const { symbol, sequence, side, price, bestBidPrice, bestAskPrice, tradeId, timeNs } = ticker;
  const data: JsonValue = {
    symbol,
    sequence,
    side,
    size: numeric(ticker.size),
    price,
    bestBidSize: numeric(ticker.bestBidSize),
    bestBidPrice,
    bestAskPrice,
    tradeId: tradeId.toString(),
    bestAskSize: numeric(ticker.bestAskSize),
    ts: timeNs,
  };
  return { subject: 'ticker', sn: sequence, data };
}
