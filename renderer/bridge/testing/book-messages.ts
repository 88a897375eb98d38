import type { BookMessage, LiveBook } from '#shared/domain/live.ts';
import { createViewWriter } from '#shared/view-messages.ts';

/** For tests: a picture as main sends it to a window that has just asked. */
export function wholeMessage(book: LiveBook): BookMessage {
  const message = createViewWriter().write(book);
  if (message === null) throw new Error('a book always publishes its first snapshot');
  return message;
}
