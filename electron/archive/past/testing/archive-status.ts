import type { ArchiveStatus, StreamStatus } from '#shared/domain/archive/archive.ts';

/** The status of an archive that has nothing to do. */
export function buildArchiveStatus(overrides: Partial<ArchiveStatus> = {}): ArchiveStatus {
  return {
    state: 'idle',
    obstacle: null,
    detail: null,
    isPaused: false,
    sharePercent: 10,
    streams: [],
    records: [],
    sizeBytes: null,
    freeBytes: null,
    current: null,
    snapshot: null,
    ...overrides,
  };
}

/** A stream of which nothing was read. */
export function buildStreamStatus(overrides: Partial<StreamStatus> & Pick<StreamStatus, 'stream'>): StreamStatus {
  return {
    symbol: null,
    state: 'working',
    reason: null,
    startMs: 1,
    sealed: [],
    read: [],
    gaps: [],
    lost: [],
    deleted: null,
    breaks: [],
    unproven: [],
    lastReadAtMs: null,
    closesAtMs: null,
    queuedWindows: 0,
    ...overrides,
  };
}
