import { useEffect, useMemo } from 'react';
import { useStream } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';
import type { OwnMark } from '../own/own-marks.ts';
import { endOfIntent, type RowAction, useRowActionsStore } from './row-actions.ts';
import type { LadderScope } from './send-actions.ts';
import { t } from '#shared/words/t.ts';

const askMs = 1000;

/**
 * The actions of this ladder that are still shown. One whose answer was lost is followed until the journal has found
 * out; a cancel has no mark there, so it is over when its order has left the list.
 */
export function useRowActions({ profileId, market }: LadderScope, marks: readonly OwnMark[] | undefined) {
  const { venue, symbol } = market;
  const all = useRowActionsStore(state => state.actions);
  const actions = useMemo(
    () =>
      all.filter(
        action => action.profileId === profileId && action.market.venue === venue && action.market.symbol === symbol,
      ),
    [all, profileId, venue, symbol],
  );
  const lost = actions.filter(({ stage }) => stage === 'unknown');
  const journal = useRead('intents.list', { profileId }, { isEnabled: lost.length > 0, intervalMs: askMs }).data;
  const pushed = useStream('intents.changed');
  useEffect(() => {
    for (const action of lost) {
      const end =
        action.kind === 'cancel'
          ? endOfCancel(action, marks)
          : endOfIntent(pushed?.key === action.key ? pushed : journal?.find(({ key }) => key === action.key));
      if (end !== null) useRowActionsStore.getState().publish(action.key, end);
    }
  });
  return actions;
}

function endOfCancel({ orderId }: RowAction, marks: readonly OwnMark[] | undefined) {
  if (marks === undefined || marks.some(({ id }) => id === orderId)) return null;
  return { stage: 'done', detail: t`The order is no longer open.` } as const;
}
