import { useEffect } from 'react';
import { isShortcut } from '#state/shortcuts.ts';

const reportButton = '.kill-report button';

/** Where each panel begins for who uses keys: a report over the window, the pairs, the book, the chosen tab of each strip, the chosen row of each table, the tape. */
const stops = [
  reportButton,
  '[role="listbox"], .ladder[tabindex], .price-ladder-grid, [role="tab"][aria-selected="true"], tr[data-row-key][tabindex="0"], .tape-rows',
].join(', ');

/** F6 goes to the next panel and Shift+F6 to the one before, as long as nothing lies over the window but a report: to that first, and from it on. */
export function usePanelKeys(): void {
  useEffect(() => {
    const seen = new WeakSet<Element>();
    // where the report was gone to from: it is gone on from there
    let origin: Element | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      const isBack = isShortcut(event, 'previousPanel');
      if (!(isBack || isShortcut(event, 'nextPanel')) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      const here = document.activeElement;
      const report = document.querySelector<HTMLElement>(reportButton);
      if (report !== null && !seen.has(report)) {
        seen.add(report);
        origin = here === document.body || here === report ? null : here;
        report.focus();
        return;
      }
      nextStop(isBack ? -1 : 1, here === report ? (origin ?? here) : here)?.focus();
      origin = null;
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function nextStop(step: 1 | -1, here: Element | null): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(stops)];
  const last = all.findLastIndex(stop => here !== null && isAtOrAfter(here, stop));
  // from between two stops, back means the one that was passed last
  const from = step === -1 && all[last] !== here ? last + 1 : last;
  return all.at((Math.max(from, -1) + step + all.length) % Math.max(1, all.length));
}

function isAtOrAfter(element: Element, stop: Element): boolean {
  return stop.contains(element) || (stop.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
