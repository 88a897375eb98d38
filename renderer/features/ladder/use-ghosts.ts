import { useEffect, useMemo, useRef } from 'react';
import { roundToStep } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { type GhostRung, useLadderStore } from '#state/ladder-store.ts';
import type { LadderEditor } from './use-ladder.ts';

/**
 * Shows the rungs in book and charts while they are composed, and takes what is dragged there as if it was typed here. What
 * is reviewed does not move any more.
 */
export function useGhosts(form: LadderEditor, market: Market): void {
  const showGhosts = useLadderStore(state => state.showGhosts);
  const newest = useRef(form);
  useEffect(() => {
    newest.current = form;
  });
  const { summary, review, draft } = form;
  const { side } = draft;
  const rows = (review?.summary ?? summary)?.rows;
  const rungs = useMemo(
    () => (rows ?? []).flatMap(({ rung }, row): GhostRung[] => (rung === null ? [] : [{ row, ...rung }])),
    [rows],
  );
  // the rows are computed again with every book; the painter is notified only of changes
  const key = rungs.map(({ row, price, size }) => `${row} ${price} ${size}`).join();
  const known = useRef<{ readonly key: string; readonly rungs: readonly GhostRung[] }>({ key: '', rungs: [] });
  useEffect(() => {
    if (known.current.key === key && useLadderStore.getState().composed?.side === side) return;
    known.current = { key, rungs };
    showGhosts({
      market,
      side,
      rungs,
      move: (row, price, isAll) => {
        const { facts, review: isReviewed, moveRow } = newest.current;
        if (facts !== null && isReviewed === null)
          moveRow(row, roundToStep(price, facts.terms.tick, 'half-even'), isAll);
      },
    });
  }, [key, rungs, side, market, showGhosts]);
  useEffect(() => () => showGhosts(null), [showGhosts]);
}
