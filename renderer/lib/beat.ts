import { flushSync } from 'react-dom';

/**
 * The page draws what need not be seen at once together, twice a second: a frame costs more than what most changes draw
 * in it. The marks are those of the wall clock, so that ages change with them.
 */
export const beatMs = 500;
/** so far behind its mark, since a timer may come a little early */
const behindMs = 2;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function beat(): void {
  timer = undefined;
  const due = [...waiting];
  waiting.clear();
  flushSync(() => {
    for (const act of due) act();
  });
}

/** Does something with the next beat, once however often it is asked for. The answer calls it off. */
export function onBeat(act: () => void): () => void {
  waiting.add(act);
  timer ??= setTimeout(beat, beatMs + behindMs - (Date.now() % beatMs));
  return () => {
    waiting.delete(act);
    if (waiting.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}
