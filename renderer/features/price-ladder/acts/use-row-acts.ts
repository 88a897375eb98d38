import { useEffect, useMemo } from 'react';
import { useStream } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';
import type { OwnMark } from '../own/own-marks.ts';
import { endOfIntent, type RowAct, useRowActsStore } from './row-acts.ts';
import type { LadderScope } from './send-acts.ts';
import { t } from '#shared/words/t.ts';

const askMs = 1000;

/**
 * The acts of this ladder that are still shown. One whose answer was lost is followed until the journal has found out; a
 * cancel has no mark there, so it is over when its order has left the list.
 */
export function useRowActs({ profileId, market }: LadderScope, marks: readonly OwnMark[] | undefined) {
  const { venue, symbol } = market;
  const all = useRowActsStore(state => state.acts);
  const acts = useMemo(
    () => all.filter(act => act.profileId === profileId && act.market.venue === venue && act.market.symbol === symbol),
    [all, profileId, venue, symbol],
  );
  const lost = acts.filter(({ stage }) => stage === 'unknown');
  const journal = useRead('intents.list', { profileId }, { isEnabled: lost.length > 0, intervalMs: askMs }).data;
  const pushed = useStream('intents.changed');
  useEffect(() => {
    for (const act of lost) {
      const end =
        act.kind === 'cancel'
          ? endOfCancel(act, marks)
          : endOfIntent(pushed?.key === act.key ? pushed : journal?.find(({ key }) => key === act.key));
      if (end !== null) useRowActsStore.getState().tell(act.key, end);
    }
  });
  return acts;
}

function endOfCancel({ orderId }: RowAct, marks: readonly OwnMark[] | undefined) {
  if (marks === undefined || marks.some(({ id }) => id === orderId)) return null;
  return { stage: 'done', detail: t`The order is not active any more.` } as const;
}
