import { numeric } from '#practice/http/json.ts';
import type { BookView, Level } from '#practice/kernel/kernel.ts';
import { createConflation } from '../conflation.ts';
import type { Frame, Topic } from '../types.ts';
import { isContract, type Sources, undoAll } from './feed-parts.ts';

/** The futures order book on the wire, facts.md §5.4. Its sequence counts changes of the book: one frame, one number. */

const depthPeriodMs = 100;

/** `/contractMarket/level2`: every change of a level, all depth. Rises by exactly one and starts where the snapshot ends. */
export function levelTopic(sources: Sources): Topic {
  return {
    prefix: '/contractMarket/level2',
    audience: 'public',
    symbols: 'required',
    serves: isContract(sources),
    start: ({ symbol }, send) =>
      sources.board.on('level', symbol, ({ sequence, side, price, size, timeMs }) =>
        send({
          subject: 'level2',
          sn: sequence,
          data: { sequence, change: `${price},${side},${size}`, timestamp: timeMs },
        }),
      ),
  };
}

/** `/contractMarket/level2Depth5` and `…50`: the whole top, every 100 ms in which the book has changed. */
export function depthTopic(sources: Sources, depth: 5 | 50): Topic {
  const { futures, time, board } = sources;
  const cut = (symbol: string): BookView | null => futures.book(symbol, depth);
  return {
    prefix: `/contractMarket/level2Depth${depth}`,
    audience: 'public',
    symbols: 'required',
    serves: isContract(sources),
    greet({ symbol }) {
      const book = cut(symbol);
      return book === null ? [] : [writeDepth(book)];
    },
    start({ symbol }, send) {
      const conflation = createConflation(time.scheduler, depthPeriodMs, () => {
        const book = cut(symbol);
        if (book !== null) send(writeDepth(book));
      });
      return undoAll(
        board.on('level', symbol, () => conflation.mark()),
        () => conflation.stop(),
      );
    },
  };
}

function writeRow([price, size]: Level) {
  return [price, numeric(size)] as const;
}

function writeDepth({ sequence, timeMs, bids, asks }: BookView): Frame {
  return {
    subject: 'level2',
    sn: BigInt(timeMs),
    data: { bids: bids.map(writeRow), sequence, timestamp: timeMs, ts: timeMs, asks: asks.map(writeRow) },
  };
}
