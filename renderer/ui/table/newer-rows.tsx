import { useCallback, useState } from 'react';

/** How many rows have come above what is read since the top was in sight. */
export function useNewer(scrollPx: number) {
  const [count, setCount] = useState(0);
  const onMoved = useCallback((rows: number) => setCount(now => Math.max(0, now + rows)), []);
  if (scrollPx === 0 && count !== 0) setCount(0);
  return { count: scrollPx === 0 ? 0 : count, onMoved };
}

interface NewerRowsProps {
  readonly count: number;
  readonly onPress: () => void;
}

/** Lies over the first row and moves none: what is read stays where it is. */
export function NewerRows({ count, onPress }: NewerRowsProps) {
  return count === 0 ? null : (
    <div className="table-newer">
      <button type="button" className="button button-secondary button-small" onClick={onPress}>
        {count} more {count === 1 ? 'row' : 'rows'} above
      </button>
    </div>
  );
}
