import { useLayoutEffect } from 'react';

/**
 * Marks on the root of the page that something is open, for the parts that give way to it. A `:has()` of an element
 * around the panels would be evaluated with each new row in one of them, and with it the style of every button.
 */
export function usePageMark(mark: `data-with-${string}`, isOn: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute(mark, isOn);
    return () => document.documentElement.removeAttribute(mark);
  }, [mark, isOn]);
}
