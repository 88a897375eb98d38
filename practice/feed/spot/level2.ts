import type { Level } from '#practice/kernel/kernel.ts';
import { createConflation } from '../topics/conflation.ts';
import type { Topic } from '../topics/topic.ts';
import { isPair, onBook, type SpotBookEvent, type SpotTopicOptions } from './topic-options.ts';

/** How long changes are gathered into one increment, ms: "real-time" (docs/exchange/feeds.md §5). */
const batchMs = 10;

type Row = readonly [...Level, sequence: string];

/** The changes since the last frame: each price once, with its latest size, in the order of the sequence. */
interface Batch {
  readonly asks: Map<string, Row>;
  readonly bids: Map<string, Row>;
}

function note(batch: Batch, event: Extract<SpotBookEvent, { kind: 'level' }>): void {
  const rows = event.side === 'buy' ? batch.bids : batch.asks;
  // taken out first, so that the rows stay in the order of their numbers
  rows.delete(event.price);
  rows.set(event.price, [event.price, event.size, event.sequence.toString()]);
}

function sequenceOf(event: SpotBookEvent): bigint {
  return event.kind === 'level' ? event.sequence : event.print.sequence;
}

/**
 * `/market/level2`: every change of the whole book. The ranges follow each other without a gap. The sequence also
 * counts trades; a trade that changed no visible level (its maker was hidden) has a row of price "0", which moves the
 * sequence only (docs/exchange/feeds.md §5.1).
 */
export function level2Topic(options: SpotTopicOptions): Topic {
  const { spot, clock, scheduler } = options;
  return {
    prefix: '/market/level2',
    audience: 'public',
    symbols: 'required',
    serves: isPair(options),
    start({ symbol }, send) {
      let sent = spot.book(symbol, 1)?.sequence ?? 0n;
      let seen = sent;
      const batch: Batch = { asks: new Map(), bids: new Map() };
      const flush = (): void => {
        const [asks, bids] = [[...batch.asks.values()], [...batch.bids.values()]];
        batch.asks.clear();
        batch.bids.clear();
        if (asks.length + bids.length === 0) asks.push(['0', '0', seen.toString()]);
        const [sequenceStart, sequenceEnd] = [sent + 1n, seen];
        sent = seen;
        const changes = { asks, bids };
        send({
          subject: 'trade.l2update',
          data: { changes, sequenceEnd, sequenceStart, symbol, time: clock.nowMs() },
        });
      };
      const conflation = createConflation(scheduler, batchMs, flush);
      const close = onBook(options, symbol, event => {
        const sequence = sequenceOf(event);
        // what the starting point already contains
        if (sequence <= seen) return;
        seen = sequence;
        if (event.kind === 'level') note(batch, event);
        conflation.mark();
      });
      return () => {
        close();
        conflation.stop();
      };
    },
  };
}
