import { flushSync } from 'react-dom';

/** How long a change waits for a book; after that it is drawn by itself. */
const mostMs = 100;
/** A market whose last book is older than this brings no next one in time. */
const livelyMs = 300;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let lastBookMs = Number.NEGATIVE_INFINITY;

/**
 * Does something with the next book that comes, or a tenth of a second later where none does. A frame costs the page
 * more than what most changes draw in it, and a book draws one anyway. The answer calls it off.
 */
export function withNextBook(act: () => void): () => void {
  waiting.add(act);
  timer ??= setTimeout(flush, mostMs);
  return () => void waiting.delete(act);
}

/** Whether books come so fast that the next one is worth a wait. */
export function isBookNear(): boolean {
  return performance.now() - lastBookMs < livelyMs;
}

/**
 * A book has come, just before its frame. What waited is drawn at once: as React would do it, it came after that frame and
 * cost another.
 */
export function bookCame(): void {
  lastBookMs = performance.now();
  flush();
}

function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  const due = [...waiting];
  waiting.clear();
  if (due.length === 0) return;
  flushSync(() => {
    for (const act of due) act();
  });
}
