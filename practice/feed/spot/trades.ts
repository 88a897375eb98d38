import type { Candle } from '#practice/history/measure.ts';
import type { SpotPrint } from '#practice/spot/types.ts';
import { timestampNs } from '../topics/time.ts';
import type { Topic, TopicFrame } from '../topics/topic.ts';
import { isPair, type SpotTopicOptions } from './topic-options.ts';

function matchFrame(print: SpotPrint): TopicFrame {
  return {
    subject: 'trade.l3match',
    data: {
      makerOrderId: print.makerOrderId,
      price: print.price,
      sequence: print.sequence.toString(),
      side: print.takerSide,
      size: print.size,
      symbol: print.symbol,
      takerOrderId: print.takerOrderId,
      time: print.timeNs.toString(),
      tradeId: print.tradeId.toString(),
      type: 'match',
    },
  };
}

/** `/market/match`: every trade at once; `time` is text in nanoseconds. */
export function matchTopic(options: SpotTopicOptions): Topic {
  return {
    prefix: '/market/match',
    audience: 'public',
    symbols: 'required',
    serves: isPair(options),
    start: ({ symbol }, send) => options.events.on('print', symbol, ({ print }) => send(matchFrame(print))),
  };
}

interface Candles {
  readonly symbol: string;
  readonly interval: string;
}

/** `BTC-USDT_1hour` */
function candlesOf(text: string): Candles {
  const mark = text.lastIndexOf('_');
  return { symbol: text.slice(0, Math.max(0, mark)), interval: text.slice(mark + 1) };
}

function candleFrame(symbol: string, candle: Candle, timeNs: bigint): TopicFrame {
  const { startMs, open, close, high, low, volume, turnover } = candle;
  return {
    subject: 'trade.candles.update',
    data: {
      symbol,
      candles: [String(startMs / 1000), open, close, high, low, volume, turnover],
      time: timeNs,
    },
  };
}

/** `/market/candles:BTC-USDT_1hour`: the open candle after each trade, in the order of the REST rows. */
export function candleTopic({ spot, history, clock }: SpotTopicOptions): Topic {
  const frames = (text: string): readonly TopicFrame[] => {
    const { symbol, interval } = candlesOf(text);
    const candle = history.openCandle(symbol, interval);
    return candle === null ? [] : [candleFrame(symbol, candle, timestampNs(clock))];
  };
  return {
    prefix: '/market/candles',
    audience: 'public',
    symbols: 'required',
    serves(text) {
      const { symbol, interval } = candlesOf(text);
      return spot.pair(symbol) !== null && history.isInterval(interval);
    },
    greet: scope => frames(scope.symbol),
    start(scope, send) {
      const { symbol } = candlesOf(scope.symbol);
      return history.onTrade(traded => {
        if (traded !== symbol) return;
        for (const frame of frames(scope.symbol)) send(frame);
      });
    },
  };
}
