/** How long a change waits for a book; after that it is drawn by itself. */
const mostMs = 100;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Does something with the next book that comes, or a tenth of a second later where none does. A frame costs the page
 * more than what most changes draw in it, and a book draws one anyway. The answer calls it off.
 */
export function withNextBook(act: () => void): () => void {
  waiting.add(act);
  timer ??= setTimeout(bookCame, mostMs);
  return () => void waiting.delete(act);
}

/** A book has come, and its frame will be drawn. */
export function bookCame(): void {
  clearTimeout(timer);
  timer = undefined;
  const due = [...waiting];
  waiting.clear();
  for (const act of due) act();
}
