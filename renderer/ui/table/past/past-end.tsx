import { useEffect, useRef } from 'react';
import { t } from '#shared/words/t.ts';
import { formatUtc } from '#lib/time.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { isPastRead, mayMiss, type PastReach, reachTexts } from './past-texts.ts';
import './past-end.css';

/** How far a list is known into its past, and whether the archive has older rows. */
export interface PastEndState extends PastReach {
  /** archived rows from here on have been read, epoch ms; null: all of them */
  readonly loadedMs: number | null;
  readonly isReading: boolean;
  /** further sentences at the end of the list; absent: none */
  readonly notes?: readonly string[];
  readonly error: { readonly message: string } | null;
  readonly more: () => void;
}

interface PastEndProps {
  readonly state: PastEndState;
}

/** So many px before the end the next rows are read. */
const earlyPx = 120;

/** Calls `onEnd` when the user scrolls to the end of the table. */
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

/** The row at the end of a list that continues in the archive: what is read, what failed, and what the archive covers. */
export function PastEnd({ state }: PastEndProps) {
  const { more, error, isReading, loadedMs } = state;
  const own = useScrolledToEnd(() => {
    // a failed read is tried again by its button only
    if (error === null && !isReading && loadedMs !== null) more();
  });
  return (
    <div ref={own} className="past-end" role="group" aria-label={t`End of the list`}>
      <Words state={state} />
    </div>
  );
}

function Words({ state }: PastEndProps) {
  const { isReading, error, reachedMs, more } = state;
  const nowMs = useNow(60_000);
  if (isReading) return <span role="status">{t`Reading the archive …`}</span>;
  if (error !== null)
    return (
      <>
        <span role="alert" className="past-end-failed">
          {t`Older rows were not read: ${error.message}`}
          {reachedMs !== null && ` ${mayMiss(state, nowMs)}`}
        </span>
        <Button size="small" onPress={more}>
          {t`Try again`}
        </Button>
      </>
    );
  return <Reach state={state} nowMs={nowMs} />;
}

const mostGapLines = 20;

function gapLines({ gaps }: PastEndState): string {
  return gaps
    .slice(-mostGapLines)
    .map(({ fromMs, toMs }) => `${formatUtc(fromMs)} – ${formatUtc(toMs)}`)
    .join('\n');
}

function Reach({ state, nowMs }: PastEndProps & { readonly nowMs: number }) {
  const { loadedMs, notes = [], more } = state;
  const words = reachTexts(state, nowMs);
  const end = isPastRead(state) && loadedMs === null ? [t`It has no older rows.`] : [];
  return (
    <>
      <span role="status" title={gapLines(state)}>
        {[...words, ...notes, ...end].join(' ')}
      </span>
      {loadedMs !== null && (
        <Button size="small" onPress={more}>
          {t`Read older`}
        </Button>
      )}
    </>
  );
}
