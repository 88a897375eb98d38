import type { ArchiveChoice, ArchiveStatus, ListStream, StreamStatus } from '#shared/domain/archive/archive.ts';
import type { ArchiveFigures } from '../archive-store.ts';
import { streamsByName } from '../streams/streams.ts';
import { startOf, statusOfLine } from './line-state.ts';
import type { Recorder } from './recorder.ts';
import type { RecorderState } from './session.ts';

function showCurrent(current: RecorderState['current']): ArchiveStatus['current'] {
  return current === null ? null : { ...current, symbol: current.symbol === '' ? null : current.symbol };
}

function showSnapshot(snapshot: RecorderState['snapshot']): ArchiveStatus['snapshot'] {
  return snapshot === null ? null : { atMs: snapshot.atMs, missing: snapshot.missing.map(({ part }) => part) };
}

function showFigures(figures: ArchiveFigures | null): Pick<ArchiveStatus, 'records' | 'sizeBytes' | 'freeBytes'> {
  if (figures === null) return { records: [], sizeBytes: null, freeBytes: null };
  const { rowsByRecord, sizeBytes, freeBytes } = figures;
  return { records: [...rowsByRecord], sizeBytes, freeBytes };
}

/** A stream that has symbols which are not known: nothing of them is read. */
function showUnknownSymbols(stream: ListStream, reason: string, nowMs: number): StreamStatus {
  return {
    stream,
    symbol: null,
    state: 'failing',
    reason,
    startMs: startOf(streamsByName[stream], nowMs),
    sealed: [],
    read: [],
    gaps: [],
    lost: [],
    deleted: null,
    unproven: [],
    breaks: [],
    lastReadAtMs: null,
    closesAtMs: null,
    queuedWindows: 0,
  };
}

/** What the page shows of the archive of one account. */
export function statusOf(recorder: Recorder, { isPaused, sharePercent }: ArchiveChoice): ArchiveStatus {
  const { phase, lines, failure, obstacle, current, snapshot, figures, unknownSymbols } = recorder.state();
  const nowMs = recorder.nowMs();
  return {
    state: phase,
    obstacle: failure?.fault ?? obstacle,
    detail: failure?.detail ?? null,
    isPaused,
    sharePercent,
    streams: [
      ...lines.map(line => statusOfLine(line, nowMs)),
      ...[...unknownSymbols].map(([stream, reason]) => showUnknownSymbols(stream, reason, nowMs)),
    ],
    ...showFigures(figures),
    current: showCurrent(current),
    snapshot: showSnapshot(snapshot),
  };
}
