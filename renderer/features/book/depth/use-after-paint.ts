import { useEffect, useState } from 'react';

/** False until the state of `isReady` has been painted once; then always true. */
export function useAfterPaint(isReady: boolean): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    if (!isReady || isPainted) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [isReady, isPainted]);
  return isPainted;
}
