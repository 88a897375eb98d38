import type { FuturesTicker } from '#practice/futures/types.ts';
import { type JsonValue, numeric } from '#practice/http/json.ts';
import type { BookView } from '#practice/kernel/kernel.ts';
import type { Frame, Topic } from '../types.ts';
import { isContract, type Sources, timestampNs, undoAll } from './feed-parts.ts';

/** Best bid and offer on the wire, facts.md §5.4. */

const nothing = ['0', '0'] as const;

/** `/contractMarket/tickerV2`: once per act that changed the book, whether its top moved or not. No last price. */
export function tickerV2Topic(sources: Sources): Topic {
  const { futures, board } = sources;
  const cut = (symbol: string): BookView | null => futures.book(symbol, 1);
  const write = (symbol: string, book: BookView): Frame => writeTop(symbol, book, timestampNs(sources));
  return {
    prefix: '/contractMarket/tickerV2',
    audience: 'public',
    symbols: 'required',
    serves: isContract(sources),
    greet({ symbol }) {
      const book = cut(symbol);
      return book === null ? [] : [write(symbol, book)];
    },
    start({ symbol }, send) {
      let told = futures.book(symbol, 0)?.sequence ?? 0n;
      return board.on('level', symbol, ({ sequence }) => {
        // events are told when the act is over, so that the first of them already shows the last one's book
        if (sequence <= told) return;
        const book = cut(symbol);
        if (book === null) return;
        told = book.sequence;
        send(write(symbol, book));
      });
    },
  };
}

function writeTop(symbol: string, { sequence, bids, asks }: BookView, timeNs: bigint): Frame {
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
export function tickerTopic(sources: Sources): Topic {
  const { futures, board } = sources;
  return {
    prefix: '/contractMarket/ticker',
    audience: 'public',
    symbols: 'required',
    serves: isContract(sources),
    greet({ symbol }) {
      const ticker = futures.ticker(symbol);
      return ticker === null ? [] : [writeTicker(ticker)];
    },
    start({ symbol }, send) {
      let told = keyOf(futures.ticker(symbol));
      const refresh = (): void => {
        const ticker = futures.ticker(symbol);
        const key = keyOf(ticker);
        if (ticker === null || key === told) return;
        told = key;
        send(writeTicker(ticker));
      };
      return undoAll(board.on('level', symbol, refresh), board.on('print', symbol, refresh));
    },
  };
}

function keyOf(ticker: FuturesTicker | null): string {
  if (ticker === null) return '';
  const { tradeId, bestBidPrice, bestBidSize, bestAskPrice, bestAskSize } = ticker;
  return [tradeId.toString(), bestBidPrice, bestBidSize, bestAskPrice, bestAskSize].join(' ');
}

function writeTicker(ticker: FuturesTicker): Frame {
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
