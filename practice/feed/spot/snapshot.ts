import { type Decimal, divide, isZero, maximum, minimum, subtract, sum } from '#shared/decimal.ts';
import { type JsonFields, type JsonValue, numeric } from '#practice/wire/json.ts';
import { baseFeeRate } from '#practice/accounts/base-fee.ts';
import type { SpotPair } from '#practice/spot/types.ts';
import type { Topic, TopicFrame } from '../topics/topic.ts';
import type { SpotTopicOptions } from './topic-options.ts';

const periodMs = 2000;
const hourMs = 3_600_000;
const rateScale = 4;
const averageScale = 8;

/** Open, close and extremes of a stretch of time. */
interface Stretch {
  readonly open: Decimal;
  readonly close: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly volume: Decimal;
  readonly turnover: Decimal;
}

function quotient(a: Decimal, b: Decimal, scale: number): Decimal {
  return isZero(b) ? '0' : divide(a, b, { scale, rounding: 'half-even' });
}

function changeFields({ open, close, high, low, volume, turnover }: Stretch): JsonFields {
  const change = subtract(close, open);
  return {
    changePrice: numeric(change),
    changeRate: numeric(quotient(change, open, rateScale)),
    high: numeric(high),
    low: numeric(low),
    open: numeric(open),
    vol: numeric(volume),
    volValue: numeric(turnover),
  };
}

function dayOf({ history }: SpotTopicOptions, symbol: string): Stretch | null {
  return history.day(symbol);
}

/** The last hours, out of minute candles; when nothing was traded, they are flat at the last price. */
function hoursOf(
  { history, clock }: SpotTopicOptions,
  day: Stretch,
  { symbol, hours }: { symbol: string; hours: number },
) {
  const toMs = clock.nowMs() + 1;
  const range = { fromMs: toMs - hours * hourMs, toMs, most: hours * 60 + 1, keep: 'newest' } as const;
  const minutes = history.candles(symbol, '1min', range);
  return mergeOf(minutes) ?? flat(day.close);
}

function flat(price: Decimal): Stretch {
  return { open: price, close: price, high: price, low: price, volume: '0', turnover: '0' };
}

/** One stretch out of those that follow each other; null: there are none. */
function mergeOf(stretches: readonly Stretch[]): Stretch | null {
  const [first] = stretches;
  const last = stretches.at(-1);
  if (first === undefined || last === undefined) return null;
  const numbers = (name: 'high' | 'low' | 'volume' | 'turnover') => stretches.map(each => each[name]);
  return {
    open: first.open,
    close: last.close,
    high: numbers('high').reduce((a, b) => maximum(a, b)),
    low: numbers('low').reduce((a, b) => minimum(a, b)),
    volume: sum(numbers('volume')),
    turnover: sum(numbers('turnover')),
  };
}

function coefficient(rate: Decimal): JsonValue {
  return numeric(quotient(rate, baseFeeRate, rateScale));
}

function pairFields(pair: SpotPair): JsonFields {
  const { symbol, baseCurrency, quoteCurrency, market, makerFeeRate, takerFeeRate, isMarginEnabled } = pair;
  return {
    baseCurrency,
    quoteCurrency,
    symbol,
    symbolCode: symbol,
    market,
    markets: [market],
    siteTypes: ['global'],
    board: 0,
    mark: 0,
    sort: 100,
    trading: true,
    marginTrade: isMarginEnabled,
    makerFeeRate: numeric(makerFeeRate),
    takerFeeRate: numeric(takerFeeRate),
    makerCoefficient: coefficient(makerFeeRate),
    takerCoefficient: coefficient(takerFeeRate),
  };
}

function frameOf(options: SpotTopicOptions, pair: SpotPair): TopicFrame | null {
  const { symbol } = pair;
  const day = dayOf(options, symbol);
  const book = options.spot.book(symbol, 1);
  if (day === null || book === null) return null;
  const [buy = '0', bidSize = '0'] = book.bids[0] ?? [];
  const [sell = '0', askSize = '0'] = book.asks[0] ?? [];
  const figures = {
    ...pairFields(pair),
    ...changeFields(day),
    averagePrice: numeric(isZero(day.volume) ? day.close : quotient(day.turnover, day.volume, averageScale)),
    buy: numeric(buy),
    bidSize: numeric(bidSize),
    sell: numeric(sell),
    askSize: numeric(askSize),
    close: numeric(day.close),
    lastTradedPrice: numeric(day.close),
    datetime: options.clock.nowMs(),
    marketChange1h: changeFields(hoursOf(options, day, { symbol, hours: 1 })),
    marketChange4h: changeFields(hoursOf(options, day, { symbol, hours: 4 })),
    marketChange24h: changeFields(day),
  };
  return { subject: 'trade.snapshot', data: { sequence: book.sequence.toString(), data: figures } };
}

/** `/market/snapshot:BTC-USDT` or of a whole market (`:USDS`), every 2 s: the figures are numbers, nested once more. */
export function snapshotTopic(options: SpotTopicOptions): Topic {
  const { spot, scheduler } = options;
  const pairsOf = (name: string): readonly SpotPair[] =>
    spot.pairs.filter(pair => pair.symbol === name || pair.market === name);
  const frames = (name: string): readonly TopicFrame[] => pairsOf(name).flatMap(pair => frameOf(options, pair) ?? []);
  return {
    prefix: '/market/snapshot',
    audience: 'public',
    symbols: 'required',
    serves: name => pairsOf(name).length > 0,
    greet: ({ symbol }) => frames(symbol),
    start: ({ symbol }, send) =>
      scheduler.every(periodMs, () => {
        for (const frame of frames(symbol)) send(frame);
      }),
  };
}
