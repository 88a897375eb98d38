import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The same function at each drawing, which runs the latest given one: memoised components are not drawn again for it.
 * Undefined while none is given.
 */
export function useStable<Words extends readonly unknown[]>(
  action: ((...words: Words) => void) | undefined,
): ((...words: Words) => void) | undefined {
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  const stable = useCallback((...words: Words) => latest.current?.(...words), []);
  return action === undefined ? undefined : stable;
}
