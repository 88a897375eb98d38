import type { Log } from '../log.ts';

/** A log that a test can read. */
export function createNotes(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const note = (event: string) => void lines.push(event);
  return { log: { debug: note, info: note, warn: note, error: event => void lines.push(`! ${event}`) }, lines };
}
