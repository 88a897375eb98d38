import { useEffect, useMemo } from 'react';
import { listen } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';
import { useRecentWithdrawals } from '#features/withdrawals/use-withdrawals.ts';
import { type UnseenPart, useUnseenStore } from '#state/blotter/unseen-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { panelsOf } from '../layout/layout-tree.ts';
import type { PanelName } from '../layout/panel-names.ts';
import { activeLayout } from '../layout/workspace-list.ts';
import { useWindowShape } from '../use-window-shape.ts';

/** Whether the chosen workspace has this panel: for one that is not there nothing is asked. */
function useHas(panel: PanelName): boolean {
  const shape = useWindowShape();
  return useWorkspaceStore(({ kept }) => panelsOf(activeLayout(kept, shape)).includes(panel));
}

/** Rows of lists without a reader while their tab is hidden, to find those that are new to the user. */
interface UnseenByTab {
  /** of an order it counts when it ended, whenever it was made */
  readonly done: readonly UnseenPart[];
  readonly withdrawals: readonly UnseenPart[];
}

/** The earlier rows of a restarted exchange are not new; those of an exchange that was only away are. */
function followRestarts(): () => void {
  return listen('exchange.restarted', ({ profileId }) => useUnseenStore.getState().restart(profileId, Date.now()));
}

/** What is new in lists that are not counted. `symbol`: the market that the blotter shows alone; null: it shows all. */
export function useUnseenParts(profileId: string, symbol: string | null): UnseenByTab {
  useEffect(followRestarts, []);
  const ended = useRead('orders.ended', { profileId }, { isEnabled: useHas('done') }).data;
  const withdrawals = useRecentWithdrawals(profileId, useHas('withdrawals'));
  return useMemo(
    () => ({
      done: [
        {
          part: 'done',
          rows:
            ended
              ?.filter(each => symbol === null || each.symbol === symbol)
              .map(each => ({ symbol: each.symbol, createdAtMs: each.endedAtMs })) ?? null,
        },
      ],
      withdrawals: [
        {
          part: 'withdrawals',
          rows: withdrawals?.map(({ currency, createdAtMs }) => ({ symbol: currency, createdAtMs })) ?? null,
        },
      ],
    }),
    [ended, withdrawals, symbol],
  );
}
