import type { JsonFields } from '#practice/wire/json.ts';
import type { Level } from '#practice/kernel/kernel.ts';
import { createConflation } from '../topics/conflation.ts';
import type { SpotVenue } from '#practice/spot/types.ts';
import { type Topic, type TopicFrame, undoAll } from '../topics/topic.ts';
import { onBook, type SpotTopicOptions } from './topic-options.ts';

const periodMs = 100;
const allSymbols = 'all';
const nanosecondsPerMs = 1_000_000n;
const nothing: Level = ['0', '0'];

interface Ticker {
  readonly sequence: bigint;
  /** all but the sequence, which also moves when nothing here does */
  readonly figures: JsonFields;
}

/** A pair that has not traded shows its opening price, if it has one. */
function lastTradeOf(spot: SpotVenue, symbol: string) {
  const [last] = spot.prints(symbol, 1);
  if (last === undefined) return { price: spot.lastPrice(symbol) ?? '0', size: '0', time: 0 };
  return { price: last.price, size: last.size, time: Number(last.timeNs / nanosecondsPerMs) };
}

function tickerOf({ spot }: SpotTopicOptions, symbol: string): Ticker {
  const book = spot.book(symbol, 1);
  const [bestBid, bestBidSize] = book?.bids[0] ?? nothing;
  const [bestAsk, bestAskSize] = book?.asks[0] ?? nothing;
  const figures = { ...lastTradeOf(spot, symbol), bestAsk, bestAskSize, bestBid, bestBidSize };
  return { sequence: book?.sequence ?? 0n, figures };
}

function frameOf(subject: string, { sequence, figures }: Ticker): TopicFrame {
  return { subject, data: { sequence: sequence.toString(), ...figures } };
}

function textOf({ figures }: Ticker): string {
  return JSON.stringify(figures);
}

function watch(options: SpotTopicOptions, symbol: string, publish: (ticker: Ticker) => void): () => void {
  let shown = textOf(tickerOf(options, symbol));
  const conflation = createConflation(options.scheduler, periodMs, () => {
    const ticker = tickerOf(options, symbol);
    const text = textOf(ticker);
    if (text === shown) return;
    shown = text;
    publish(ticker);
  });
  const close = onBook(options, symbol, () => conflation.mark());
  return () => {
    close();
    conflation.stop();
  };
}

function subjectOf(topic: string, symbol: string): string {
  return topic === allSymbols ? symbol : 'trade.ticker';
}

/** `/market/ticker`, every 100 ms when the top of the book or the last trade has changed; `:all` names the pair as subject. */
export function tickerTopic(options: SpotTopicOptions): Topic {
  const { spot } = options;
  const symbolsOf = (symbol: string): readonly string[] =>
    symbol === allSymbols ? spot.pairs.map(pair => pair.symbol) : [symbol];
  return {
    prefix: '/market/ticker',
    audience: 'public',
    symbols: 'required',
    serves: symbol => symbol === allSymbols || spot.pair(symbol) !== null,
    greet: scope =>
      symbolsOf(scope.symbol).map(symbol => frameOf(subjectOf(scope.symbol, symbol), tickerOf(options, symbol))),
    start(scope, send) {
      const undos = symbolsOf(scope.symbol).map(symbol =>
        watch(options, symbol, ticker => send(frameOf(subjectOf(scope.symbol, symbol), ticker))),
      );
      return undoAll(...undos);
    },
  };
}
