import { flushSync } from 'react-dom';

/** A part of the page that is read when it is first wanted. */
export interface LaterPart<Part> {
  /** null: it is not there yet */
  readonly get: () => Part | null;
  /** Preloads it when the pointer comes near. */
  readonly fetch: () => void;
  /**
   * Calls back with it: at once where it is there. Else what is typed until then is meant for it, and for nothing else:
   * it gets the same keys once it has the focus. Asked for again on the way, it still comes once.
   */
  readonly open: (show: (part: Part) => void) => void;
}

/** Presses and lets go a key where the focus is, as the keyboard does. */
function press(key: string): void {
  for (const type of ['keydown', 'keyup'])
    flushSync(() =>
      document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true })),
    );
}

/** A part that takes longer than this gets no keys any more: they are the desk's again. */
const longestMs = 3000;

/** Keeps the keys from everything else; what is returned lets them through again and says which there were. */
function gatherKeys(): () => readonly string[] {
  let gathered: string[] = [];
  const gather = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'keydown' && !event.repeat) gathered.push(event.key);
  };
  const types = ['keydown', 'keyup'] as const;
  for (const type of types) document.addEventListener(type, gather, { capture: true });
  const letGo = () => {
    for (const type of types) document.removeEventListener(type, gather, { capture: true });
  };
  const tooLong = setTimeout(() => {
    letGo();
    gathered = [];
  }, longestMs);
  return () => {
    clearTimeout(tooLong);
    letGo();
    return gathered;
  };
}

/** `load` is asked again when it failed: a file may be there the next time. */
export function laterPart<Part>(load: () => Promise<Part>): LaterPart<Part> {
  let part: Part | null = null;
  let coming: Promise<Part> | null = null;
  let isOpening = false;
  const fetch = async (): Promise<Part> => {
    coming ??= load();
    try {
      part = await coming;
      return part;
    } catch (cause) {
      coming = null;
      throw cause;
    }
  };
  const openLater = async (show: (part: Part) => void) => {
    isOpening = true;
    const letGo = gatherKeys();
    let typed: readonly string[] = [];
    try {
      const loaded = await fetch();
      flushSync(() => show(loaded));
    } finally {
      isOpening = false;
      typed = letGo();
    }
    for (const key of typed) press(key);
  };
  return {
    get: () => part,
    // who comes near needs no answer yet; who opens it gets one
    fetch: () => void fetch().catch(() => undefined),
    open: show => {
      if (part !== null) show(part);
      else if (!isOpening) void openLater(show);
    },
  };
}
