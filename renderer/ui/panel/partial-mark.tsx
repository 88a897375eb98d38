import { useEffect, useRef, useState } from 'react';
import type { MissingPart, UnreadableRows } from '#shared/domain/answers/missing-part.ts';
import { formatMoment } from '#lib/time.ts';
import { useNow } from '../clock.ts';
import { Button } from '../form/button.tsx';
import { Sheet } from '../overlay/sheet.tsx';
import { Chip } from '../value/chip.tsx';
import { Hidden, useHidden } from '../value/hidden.tsx';
import { missingText } from './missing-text.ts';
import { t } from '#shared/words/t.ts';

export interface PartialMarkProps {
  readonly missing: readonly MissingPart[];
}

/** Says that a list is not whole: how many of its rows could not be read, and on hover what else it lacks and why. */
export function PartialMark({ missing }: PartialMarkProps) {
  const nowMs = useNow(60_000);
  const text = missingText(missing, epochMs => formatMoment(epochMs, nowMs));
  const unreadable = missing.flatMap(({ part, unreadable: rows }) => (rows === undefined ? [] : [{ part, rows }]));
  const mark = useMarkedPlace(unreadable.length > 0 ? 'rows' : 'list');
  return (
    <span ref={mark}>
      {unreadable.length === missing.length ? null : <Chip tone="warning" title={text}>{t`partial`}</Chip>}
      {unreadable.map(({ part, rows }) => (
        <UnreadableMark key={part} text={part} unreadable={rows} />
      ))}
    </span>
  );
}

/** The place of the panel makes room for the mark. An attribute: `:has()` restyles the page with every row. */
function useMarkedPlace(kind: 'list' | 'rows') {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const place = mark.current?.closest<HTMLElement>('[data-tabset]');
    if (!place) return undefined;
    place.dataset['partial'] = kind;
    return () => {
      delete place.dataset['partial'];
    };
  }, [kind]);
  return mark;
}

/** `1 order could not be read`; pressed, it shows the JSON of the rows. */
function UnreadableMark({ text, unreadable }: { readonly text: string; readonly unreadable: UnreadableRows }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="small" onPress={() => setOpen(true)}>
        <Chip tone="warning" title={t`Show the JSON that the exchange sent`}>
          {text}
        </Chip>
      </Button>
      {isOpen ? (
        <Sheet title={text} onClose={() => setOpen(false)}>
          <UnreadableList {...unreadable} />
        </Sheet>
      ) : null}
    </>
  );
}

function UnreadableList({ rows, count }: UnreadableRows) {
  // the JSON holds amounts
  const isHidden = useHidden();
  const more = count - rows.length;
  return (
    <>
      <p>{t`The other rows are shown. A row that was known before keeps its last value.`}</p>
      {rows.map(({ endpoint, field, id, raw }) => (
        <section key={`${endpoint} ${id ?? raw}`}>
          <h3>{id === null ? t`Field ${field} of ${endpoint}` : t`${id}: field ${field} of ${endpoint}`}</h3>
          {isHidden ? <Hidden /> : <pre className="unreadable-row selectable">{raw}</pre>}
        </section>
      ))}
      {more > 0 ? <p>{t`${more} more are not listed here.`}</p> : null}
    </>
  );
}
