import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The same function at each drawing, which does what the latest one given does: whoever is memoised is not drawn again for
 * it. Undefined while none is given.
 */
export function useStable<Words extends readonly unknown[]>(
  act: ((...words: Words) => void) | undefined,
): ((...words: Words) => void) | undefined {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  const stable = useCallback((...words: Words) => latest.current?.(...words), []);
  return act === undefined ? undefined : stable;
}
