import { useRef, useState } from 'react';
import type { ArchiveFilter, ArchiveSearchPage } from '#shared/domain/archive/explore.ts';
import { fromNumber } from '#shared/decimal.ts';
import { formatDecimal } from '#lib/format.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import type { PastEndState } from '#ui/table/past/past-end.tsx';
import { type KnownRows, takeFirstPage, takeOlderPage } from './known-rows.ts';
import { t } from '#shared/words/t.ts';

/** So many rows are held at the most. */
const mostRows = 200_000;

interface Held extends KnownRows {
  /** the filter of the rows */
  readonly filter: string;
  readonly firstPage: ArchiveSearchPage | undefined;
}

interface Reading {
  readonly filter: string;
  readonly error: { readonly message: string } | null;
}

export interface Explored {
  readonly read: Read<ArchiveSearchPage>;
  readonly rows: KnownRows['rows'];
  readonly past: PastEndState;
}

/** The rows of a filter: the first page is read again and again, older ones when they are asked for. */
export function useExplored(filter: ArchiveFilter): Explored {
  const read = useRead('archive.search', { ...filter, cursor: null });
  const text = JSON.stringify(filter);
  const [held, setHeld] = useState<Held>({ filter: text, firstPage: undefined, rows: [], next: null });
  const known = held.filter === text ? held : { filter: text, firstPage: undefined, rows: [], next: null };
  if (known !== held || known.firstPage !== read.data)
    setHeld(
      read.data === undefined ? known : { ...takeFirstPage(known, read.data), filter: text, firstPage: read.data },
    );
  return { read, rows: known.rows, past: useOlderRows(filter, known, setHeld) };
}

type ChangeHeld = (change: (held: Held) => Held) => void;

/** Reads the next page, and says how far the rows go. */
function useOlderRows(filter: ArchiveFilter, { filter: text, rows, next }: Held, change: ChangeHeld): PastEndState {
  const [reading, setReading] = useState<Reading | null>(null);
  // what was stopped, or belongs to an earlier filter, is dropped when it comes
  const current = useRef(0);
  const isFull = rows.length >= mostRows;
  const more = async () => {
    if (next === null || isFull) return;
    current.current += 1;
    const own = current.current;
    setReading({ filter: text, error: null });
    try {
      const page = await call('archive.search', { ...filter, cursor: next });
      if (own !== current.current) return;
      change(held => (held.filter === text && held.next === next ? { ...held, ...takeOlderPage(held, page) } : held));
      setReading(null);
    } catch (thrown) {
      if (own === current.current) setReading({ filter: text, error: toFailure(thrown) });
    }
  };
  const mine = reading?.filter === text ? reading : null;
  return {
    // the footer of the panel states what is covered
    reachedMs: null,
    loadedMs: next === null || isFull ? null : (rows.at(-1)?.createdAtMs ?? 0),
    coverage: null,
    gaps: [],
    isReading: mine !== null && mine.error === null,
    error: mine?.error ?? null,
    notes: endsOf(next, isFull),
    more: () => void more(),
  };
}

function endsOf(next: string | null, isFull: boolean): readonly string[] {
  if (next === null) return [t`The archive has no older row in this list.`];
  return isFull
    ? [t`${formatDecimal(fromNumber(mostRows))} rows are shown. Type a time under Until to see older ones.`]
    : [];
}
