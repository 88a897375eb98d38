import { useEffect, useRef } from 'react';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { t } from '#shared/words/t.ts';
import { formatMoment, formatUtc } from '#lib/time.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import './past-end.css';

/** How far a list is known into its past, and what is being done about the rest. */
export interface PastEndState {
  /** down to this moment nothing is missing, epoch ms; null: down to the end of what the exchange tells */
  readonly reachedMs: number | null;
  /** what is being read, in words; null: nothing */
  readonly reading: string | null;
  readonly error: { readonly message: string } | null;
  /** why there is nothing older; empty while there may be */
  readonly ends: readonly string[];
  readonly forgotten: readonly MissingPart[];
  /** spans among the rows that are not known yet */
  readonly gaps: number;
  readonly more: () => void;
  readonly stop: () => void;
}

interface PastEndProps {
  readonly state: PastEndState;
}

/** So many px before the end the next rows are asked for. */
const earlyPx = 120;

/** Whoever scrolls to the end of the box that this stands in wants more. */
function useScrolledToEnd(onEnd: () => void) {
  const own = useRef<HTMLDivElement>(null);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    const box = own.current?.closest('.table-box');
    if (box === undefined || box === null) return undefined;
    let lastPx = box.scrollTop;
    const onScroll = () => {
      const isDown = box.scrollTop > lastPx;
      lastPx = box.scrollTop;
      if (isDown && box.scrollTop + box.clientHeight >= box.scrollHeight - earlyPx) latest.current();
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, []);
  return own;
}

/** The row at the end of a list that goes on into the past: what is read, what failed, and where memory ends. */
export function PastEnd({ state }: PastEndProps) {
  const { more, error, reading } = state;
  const own = useScrolledToEnd(() => {
    // what failed is tried again by hand: scrolling up and down must not hammer
    if (error === null && reading === null) more();
  });
  return (
    <div ref={own} className="past-end" role="group" aria-label={t`End of the list`}>
      <Words state={state} />
    </div>
  );
}

function Words({ state }: PastEndProps) {
  const { reading, error, more, stop, gaps } = state;
  if (reading !== null)
    return (
      <>
        <span role="status">
          {gaps === 0 ? t`Reading ${reading} …` : t`Reading ${reading} between those that are shown …`}
        </span>
        <Button size="small" onPress={stop}>
          {t`Stop`}
        </Button>
      </>
    );
  if (error !== null)
    return (
      <>
        <span role="alert" className="past-end-failed">
          {t`Older ones were not read: ${error.message}`}
        </span>
        <Button size="small" onPress={more}>
          {t`Try again`}
        </Button>
      </>
    );
  return <Reach state={state} />;
}

function Reach({ state }: PastEndProps) {
  const { reachedMs, ends, forgotten, more } = state;
  const nowMs = useNow(60_000);
  const lacking = forgotten.map(({ part, reason }) => t`No ${part}: ${reason}`);
  if (ends.length > 0)
    return <span role="status">{[...ends, ...lacking, t`Nothing older can be had.`].join(' ')}</span>;
  return (
    <>
      <span title={reachedMs === null ? undefined : formatUtc(reachedMs)}>
        {[...(reachedMs === null ? [] : [t`Whole down to ${formatMoment(reachedMs, nowMs)}.`]), ...lacking].join(' ')}
      </span>
      <Button size="small" onPress={more}>
        {t`Read older`}
      </Button>
    </>
  );
}
