import { flushSync } from 'react-dom';

/**
 * The page draws what need not be seen at once together, at marks of the wall clock, so that ages change with it: a frame
 * costs more than what most changes draw in it. The book waits for none of them, and has frames of its own.
 */
export const beatMs = 500;
/** what moves with each change of the market, and is read as it moves */
export const halfBeatMs = beatMs / 2;
/** so far behind its mark, since a timer may come a little early */
const behindMs = 2;

/** Does something with the next mark, once however often it is asked for. The answer calls it off. */
type Beat = (action: () => void) => () => void;

function createBeat(everyMs: number): Beat {
  const waiting = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const beat = () => {
    timer = undefined;
    const due = [...waiting];
    waiting.clear();
    // as React would do it, it came after this frame and cost another
    flushSync(() => {
      for (const action of due) action();
    });
  };
  return action => {
    waiting.add(action);
    timer ??= setTimeout(beat, everyMs + behindMs - (Date.now() % everyMs));
    return () => {
      waiting.delete(action);
      if (waiting.size > 0) return;
      clearTimeout(timer);
      timer = undefined;
    };
  };
}

/** With the next half second. */
export const onBeat = createBeat(beatMs);

/** With the next quarter of a second; each second one is a beat. */
export const onHalfBeat = createBeat(halfBeatMs);
