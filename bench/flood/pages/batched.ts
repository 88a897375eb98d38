import { parseOwn } from '#bench/own-json.ts';
import type { ChangeBatch } from '../ladder-page.ts';
import { type BookTop, createSortedBook, packTop } from './sorted-book.ts';

/** A page that is sent one batch of changes a frame: keeps its own book and draws it at most once a period. */
export const rows = 20;

export interface BatchedPageOptions {
  readonly draw: (top: BookTop) => void;
  readonly periodMs?: number;
}

export function startBatchedPage({ draw, periodMs = 0 }: BatchedPageOptions): void {
  const book = createSortedBook();
  let [sequence, drawnAtMs] = [0, Number.NEGATIVE_INFINITY];
  let isAsked = false;
  const paint = (): void => {
    isAsked = false;
    drawnAtMs = performance.now();
    draw(book.top(rows));
    window.paintLog?.drawn(sequence);
  };
  const ask = (): void => {
    if (isAsked) return;
    isAsked = true;
    const waitMs = drawnAtMs + periodMs - performance.now();
    if (waitMs > 0) setTimeout(() => requestAnimationFrame(paint), waitMs);
    else requestAnimationFrame(paint);
  };
  window.ladder = {
    load(snapshot) {
      book.load(snapshot);
      sequence = Number(snapshot.sequence);
      ask();
    },
    take(text) {
      const batch = parseOwn<ChangeBatch>(text);
      for (const change of batch.changes) book.apply(change);
      sequence = batch.sequence;
      ask();
    },
    picture: () => packTop(book.top(rows)),
  };
}
