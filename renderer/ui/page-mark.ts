import { useLayoutEffect } from 'react';

/**
 * Says on the root of the page that something is open, for what gives way to it. A `:has()` of an element around the
 * panels would be asked anew with each row that comes into one of them, and with it the style of every button.
 */
export function usePageMark(mark: `data-with-${string}`, isOn: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute(mark, isOn);
    return () => document.documentElement.removeAttribute(mark);
  }, [mark, isOn]);
}
