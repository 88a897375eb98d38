/** Whether a key opens a part that loads after the book. */
let isOpener: (event: KeyboardEvent) => boolean = () => false;

/** The keys for parts that are still loading; null: the parts are loaded and receive the keys themselves. */
let kept: string[] | null = null;
let isLoaded = false;

function keep(event: KeyboardEvent): void {
  const { key, target } = event;
  if (kept === null || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const isElsewhere = target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
  // what follows an opener is typed into what it opens
  const isWanted = kept.length > 0 ? key.length === 1 || key === 'Tab' : isOpener(event);
  if (isElsewhere || !isWanted) return;
  event.preventDefault();
  event.stopPropagation();
  kept.push(key);
}

/**
 * Keeps the keys for parts that are still loading, and none once they are loaded. `isOpening`: whether a key opens such a
 * part. Returns how to stop.
 */
export function keepEarlyKeys(isOpening: (event: KeyboardEvent) => boolean): () => void {
  isOpener = isOpening;
  if (!isLoaded) kept = [];
  document.addEventListener('keydown', keep, { capture: true });
  return () => {
    kept = null;
    document.removeEventListener('keydown', keep, { capture: true });
  };
}

/** The parts are loaded: presses the kept keys in their order. Returns what to call when the parts are removed. */
export function pressEarlyKeys(): () => void {
  const keys = kept ?? [];
  kept = null;
  isLoaded = true;
  for (const key of keys)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  return () => {
    isLoaded = false;
  };
}
