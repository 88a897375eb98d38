import { useEffect } from 'react';
import { isShortcut } from '#state/shortcuts.ts';

/** Where each panel begins for who uses keys: the pairs, the book, the chosen tab of each strip, the chosen row of each table, the tape. */
const stops =
  '[role="listbox"], .ladder[tabindex], .price-ladder-grid, [role="tab"][aria-selected="true"], tr[data-row-key][tabindex="0"], .tape-rows';

/** F6 goes to the next panel and Shift+F6 to the one before, as long as nothing lies over the window but a report: to that first. */
export function usePanelKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isBack = isShortcut(event, 'previousPanel');
      if (!(isBack || isShortcut(event, 'nextPanel')) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      const report = document.querySelector<HTMLElement>('.kill-report button:not(:focus)');
      (report ?? nextStop(isBack ? -1 : 1))?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function nextStop(step: 1 | -1): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(stops)];
  const here = document.activeElement;
  const last = all.findLastIndex(stop => here !== null && isAtOrAfter(here, stop));
  // from between two stops, back means the one that was passed last
  const from = step === -1 && all[last] !== here ? last + 1 : last;
  return all.at((Math.max(from, -1) + step + all.length) % Math.max(1, all.length));
}

function isAtOrAfter(element: Element, stop: Element): boolean {
  return stop.contains(element) || (stop.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
