import { flushSync } from 'react-dom';
import { isBookNear, withNextBook } from './next-book.ts';

/**
 * The page draws what need not be seen at once together, twice a second: a frame costs more than what most changes draw
 * in it. The marks are those of the wall clock, so that ages change with them; in a busy market the frame of the next book
 * is taken.
 */
export const beatMs = 500;
/** so far behind its mark, since a timer may come a little early */
const behindMs = 2;

const waiting = new Set<() => void>();
let callOff: (() => void) | undefined;

function beat(): void {
  callOff = undefined;
  const due = [...waiting];
  waiting.clear();
  flushSync(() => {
    for (const act of due) act();
  });
}

function planBeat(): () => void {
  const timer = setTimeout(
    () => {
      if (isBookNear()) callOff = withNextBook(beat);
      else beat();
    },
    beatMs + behindMs - (Date.now() % beatMs),
  );
  return () => clearTimeout(timer);
}

/** Does something with the next beat, once however often it is asked for. The answer calls it off. */
export function onBeat(act: () => void): () => void {
  waiting.add(act);
  callOff ??= planBeat();
  return () => {
    waiting.delete(act);
    if (waiting.size > 0) return;
    callOff?.();
    callOff = undefined;
  };
}
