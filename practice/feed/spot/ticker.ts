import type { JsonValue } from '#practice/http/json.ts';
import type { Level } from '#practice/kernel/kernel.ts';
import { createConflation } from '../conflation.ts';
import type { SpotVenue } from '#practice/spot/types.ts';
import type { Frame, Topic } from '../types.ts';
import type { SpotSources } from './tap.ts';

const periodMs = 100;
const allSymbols = 'all';
const nanosecondsPerMs = 1_000_000n;
const nothing: Level = ['0', '0'];

interface Ticker {
  readonly sequence: bigint;
  /** all but the sequence, which also moves when nothing here does */
  readonly figures: Readonly<Record<string, JsonValue>>;
}

/** A pair that has not traded shows its opening price, if it has one. */
function lastTradeOf(spot: SpotVenue, symbol: string) {
  const [last] = spot.prints(symbol, 1);
  if (last === undefined) return { price: spot.lastPrice(symbol) ?? '0', size: '0', time: 0 };
  return { price: last.price, size: last.size, time: Number(last.timeNs / nanosecondsPerMs) };
}

function tickerOf({ spot }: SpotSources, symbol: string): Ticker {
  const book = spot.book(symbol, 1);
  const [bestBid, bestBidSize] = book?.bids[0] ?? nothing;
  const [bestAsk, bestAskSize] = book?.asks[0] ?? nothing;
  const figures = { ...lastTradeOf(spot, symbol), bestAsk, bestAskSize, bestBid, bestBidSize };
  return { sequence: book?.sequence ?? 0n, figures };
}

function frameOf(subject: string, { sequence, figures }: Ticker): Frame {
  return { subject, data: { sequence: sequence.toString(), ...figures } };
}

function textOf({ figures }: Ticker): string {
  return JSON.stringify(figures);
}

function watch(sources: SpotSources, symbol: string, tell: (ticker: Ticker) => void): () => void {
  let shown = textOf(tickerOf(sources, symbol));
  const conflation = createConflation(sources.scheduler, periodMs, () => {
    const ticker = tickerOf(sources, symbol);
    const text = textOf(ticker);
    if (text === shown) return;
    shown = text;
    tell(ticker);
  });
  const close = sources.tap.onBook(symbol, () => conflation.mark());
  return () => {
    close();
    conflation.stop();
  };
}

function subjectOf(topic: string, symbol: string): string {
  return topic === allSymbols ? symbol : 'trade.ticker';
}

/** `/market/ticker`, every 100 ms when the top of the book or the last trade has changed; `:all` names the pair as subject. */
export function tickerTopic(sources: SpotSources): Topic {
  const { spot } = sources;
  const symbolsOf = (symbol: string): readonly string[] =>
    symbol === allSymbols ? spot.pairs.map(pair => pair.symbol) : [symbol];
  return {
    prefix: '/market/ticker',
    audience: 'public',
    symbols: 'required',
    serves: symbol => symbol === allSymbols || spot.pair(symbol) !== null,
    greet: reading =>
      symbolsOf(reading.symbol).map(symbol => frameOf(subjectOf(reading.symbol, symbol), tickerOf(sources, symbol))),
    start(reading, send) {
      const undo = symbolsOf(reading.symbol).map(symbol =>
        watch(sources, symbol, ticker => send(frameOf(subjectOf(reading.symbol, symbol), ticker))),
      );
      return () => {
        for (const each of undo) each();
      };
    },
  };
}
