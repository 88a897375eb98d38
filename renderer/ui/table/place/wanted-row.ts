import { useEffect } from 'react';
import type { RowKeys } from '../row-keys.ts';

/** A requested row. */
export interface WantedRow {
  readonly key: string;
  readonly onShown: () => void;
}

interface WantedRowOptions {
  readonly keys: RowKeys;
  readonly moveTo: (index: number) => void;
}

/** Shows the row that is wanted as soon as it is among the rows, and says so once. */
export function useWantedRow(wanted: WantedRow | null, { keys, moveTo }: WantedRowOptions): void {
  const place = wanted === null ? -1 : keys.indexOf(wanted.key);
  useEffect(() => {
    if (wanted === null || place < 0) return;
    moveTo(place);
    wanted.onShown();
    // oxlint-disable-next-line react/exhaustive-deps -- `moveTo` is another with each draw, and the row is shown once
  }, [wanted, place]);
}
