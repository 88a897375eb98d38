import { createSortedBook, packTop } from './sorted-book.ts';

/** A page that is sent one batch of changes a frame: keeps its own book and draws it at most once a period. */
export const rows = 20;

export function startBatchedPage({ draw, periodMs = 0 }) {
  const book = createSortedBook();
  let [sequence, drawnAtMs] = [0, Number.NEGATIVE_INFINITY];
  let isAsked = false;
  const paint = () => {
    isAsked = false;
    drawnAtMs = performance.now();
    draw(book.top(rows));
    globalThis.paintLog?.drawn(sequence);
  };
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    const waitMs = drawnAtMs + periodMs - performance.now();
    if (waitMs > 0) setTimeout(() => requestAnimationFrame(paint), waitMs);
    else requestAnimationFrame(paint);
  };
  globalThis.ladder = {
    load(snapshot) {
      book.load(snapshot);
      sequence = Number(snapshot.sequence);
      ask();
    },
    take(text) {
      const batch = JSON.parse(text);
      for (const change of batch.changes) book.apply(change);
      sequence = batch.sequence;
      ask();
    },
    picture: () => packTop(book.top(rows)),
  };
}
