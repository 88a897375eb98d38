/** Whether a key opens something which comes after the book. */
let isOpener: (event: KeyboardEvent) => boolean = () => false;

/** What was pressed for panels that are on their way; null: they are there and hear for themselves. */
let kept: string[] | null = null;
let isThere = false;

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

/** Keeps the keys of panels that are on their way, and none once they are there; answers how to stop. `isOpening`: a key that opens one of them. */
export function keepEarlyKeys(isOpening: (event: KeyboardEvent) => boolean): () => void {
  isOpener = isOpening;
  if (!isThere) kept = [];
  document.addEventListener('keydown', keep, { capture: true });
  return () => {
    kept = null;
    document.removeEventListener('keydown', keep, { capture: true });
  };
}

/** The panels are there: what was pressed for them is pressed now, in the order in which it was. Answers how they go. */
export function pressEarlyKeys(): () => void {
  const keys = kept ?? [];
  kept = null;
  isThere = true;
  for (const key of keys)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  return () => {
    isThere = false;
  };
}
