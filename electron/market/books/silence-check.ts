import type { Result } from '#shared/errors.ts';
import type { Clock } from '#time/clock.ts';
import type { Snapshot } from '../order-book/book-sync.ts';
import { createSnapshotLoader } from './snapshot-loader.ts';
import type { ReadSnapshot } from './snapshots.ts';

/** A busy topic is called stale after ten seconds of silence: the check has its answer before that. */
const checkAfterMs = 7_000;
/** Increments that a newer snapshot contains may still be under way. */
const onTheWayMs = 1_000;

export interface SilenceCheckOptions {
  readonly clock: Clock;
  readonly read: ReadSnapshot;
  /** up to where the book is right; null while it is not, or its feed is known to be down */
  readonly sequence: () => number | null;
  /** the exchange's book is ours: nothing has happened */
  readonly onSame: () => void;
  /** the exchange's book has changed without a message */
  readonly onMissed: () => void;
}

export interface SilenceCheck {
  /** a message has just confirmed the book */
  readonly received: () => void;
  /** A message could not be read: compares within a second, unless the next message comes before that. */
  readonly doubt: () => void;
  readonly stop: () => void;
}

/**
 * A market in which nothing happens is as silent as a feed that has died. So a book that has been silent for some
 * seconds is compared with the exchange's own, again and again for as long as the silence lasts. docs/exchange/feeds.md
 * §10.
 */
export function createSilenceCheck(options: SilenceCheckOptions): SilenceCheck {
  const { clock, sequence, onSame, onMissed } = options;
  let receivedAtMs = clock.monotonicMs();
  /** what the exchange was found to have and we had not */
  let owed: number | null = null;
  const received = (): void => {
    receivedAtMs = clock.monotonicMs();
  };
  const compare = (answer: Result<Snapshot> | null): void => {
    const ours = sequence();
    if (answer?.ok !== true || ours === null) return;
    const theirs = Number(answer.value.book.sequence);
    if (theirs === ours) {
      received();
      onSame();
    } else if (owed !== null && ours < owed) {
      owed = null;
      onMissed();
    } else if (theirs > ours) {
      owed = theirs;
      loader.load(onTheWayMs);
    }
  };
  const loader = createSnapshotLoader({ read: options.read, clock, onAnswer: compare });
  const look = (): void => {
    const leftMs = receivedAtMs + checkAfterMs - clock.monotonicMs();
    undo = clock.after(leftMs > 0 ? leftMs : checkAfterMs, look);
    if (leftMs > 0 || sequence() === null) return;
    owed = null;
    loader.load(0);
  };
  let undo = clock.after(checkAfterMs, look);
  return {
    received,
    doubt(): void {
      const checkedAtMs = clock.monotonicMs() + onTheWayMs;
      if (receivedAtMs + checkAfterMs <= checkedAtMs) return;
      receivedAtMs = checkedAtMs - checkAfterMs;
      undo();
      undo = clock.after(onTheWayMs, look);
    },
    stop(): void {
      undo();
      loader.stop();
    },
  };
}
