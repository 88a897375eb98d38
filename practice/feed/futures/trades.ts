import { absolute, multiply } from '#shared/decimal.ts';
import type { Interval } from '#practice/history/intervals.ts';
import type { Candle } from '#practice/history/measure.ts';
import { numeric } from '#practice/wire/json.ts';
import { createConflation } from '../topics/conflation.ts';
import { type Topic, type TopicFrame, undoAll } from '../topics/topic.ts';
import { type FuturesTopicOptions, isContract } from './topic-options.ts';

/** Futures trades and candles on the wire, docs/exchange/feeds.md §7. */

const candlePeriodMs = 1000;

/** `/contractMarket/execution`: every trade; its sequence is the matching engine's, not the book's. */
export function executionTopic(options: FuturesTopicOptions): Topic {
  return {
    prefix: '/contractMarket/execution',
    audience: 'public',
    symbols: 'required',
    serves: isContract(options),
    start: ({ symbol }, send) =>
      options.events.on('print', symbol, ({ print }) => {
        const { sequence, takerSide: side, price, takerOrderId, makerOrderId, tradeId, timeNs: ts } = print;
        send({
          subject: 'match',
          sn: sequence,
          data: {
            symbol,
            sequence,
            side,
            size: numeric(print.size),
            price,
            takerOrderId,
            makerOrderId,
            tradeId: tradeId.toString(),
            ts,
          },
        });
      }),
  };
}

interface Chart {
  readonly symbol: string;
  readonly interval: Interval;
}

/** `/contractMarket/limitCandle:SYM_1min`: the open candle, every second in which it has changed. */
export function candleTopic(options: FuturesTopicOptions): Topic {
  const { futures, history, scheduler } = options;
  const chartOf = (name: string): Chart | null => {
    const [symbol = '', interval = '', ...rest] = name.split('_');
    if (rest.length > 0 || futures.contract(symbol) === null || !history.isInterval(interval)) return null;
    return { symbol, interval };
  };
  const cut = (chart: Chart | null): Candle | null =>
    chart === null ? null : history.openCandle(chart.symbol, chart.interval);
  const write = (chart: Chart, candle: Candle): TopicFrame => writeCandle(options, chart, candle);
  return {
    prefix: '/contractMarket/limitCandle',
    audience: 'public',
    symbols: 'required',
    serves: name => chartOf(name) !== null,
    greet({ symbol: name }) {
      const chart = chartOf(name);
      const candle = cut(chart);
      return chart === null || candle === null ? [] : [write(chart, candle)];
    },
    start({ symbol: name }, send) {
      const chart = chartOf(name);
      if (chart === null) return () => undefined;
      const conflation = createConflation(scheduler, candlePeriodMs, () => {
        const candle = cut(chart);
        if (candle !== null) send(write(chart, candle));
      });
      const stop = history.onTrade(symbol => {
        if (symbol === chart.symbol) conflation.mark();
      });
      return undoAll(stop, () => conflation.stop());
    },
  };
}

/** Row: seconds, open, close, high, low, a figure that is not to be used, lots. The service documents that flaw. */
function writeCandle({ futures, clock }: FuturesTopicOptions, { symbol }: Chart, candle: Candle): TopicFrame {
  const { startMs, open, close, high, low, volume } = candle;
  const baseVolume = multiply(volume, absolute(futures.contract(symbol)?.multiplier ?? '1'));
  return {
    subject: 'candle.stick',
    data: {
      symbol,
      candles: [String(startMs / 1000), open, close, high, low, baseVolume, volume],
      time: clock.nowMs(),
    },
  };
}
