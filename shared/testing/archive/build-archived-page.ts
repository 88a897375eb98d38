import type { ArchivedPage, ListCoverage } from '../../domain/archive/archived-page.ts';

const beganMs = Date.parse('2026-03-01T12:00:00Z');

/** For tests: an archive that has everything since March, and is up to date. */
export function buildListCoverage(overrides: Partial<ListCoverage> = {}): ListCoverage {
  return {
    startMs: beganMs,
    covered: [{ fromMs: beganMs, toMs: Date.now() + 60_000 }],
    queuedWindows: 0,
    obstacle: null,
    unread: [],
    ...overrides,
  };
}

/** For tests: the last page of a list. */
export function buildArchivedPage<T>(items: readonly T[], overrides: Partial<ArchivedPage<T>> = {}) {
  return { next: null, unreadableCount: 0, coverage: buildListCoverage(), ...overrides, items: [...items] };
}
