import type { FoundRow, LineKey, PageCommit } from '../archive-store.ts';
import { commitOf, hourMs, row, t0 } from './commits.ts';

/** What a process writes until it is killed: window after window, each of three pages with four rows. */
const pagesOfWindow = 3;
const rowsOfPage = 4;

export function windowOf(place: number) {
  return { fromMs: t0 + place * hourMs, toMs: t0 + (place + 1) * hourMs };
}

function rowsOf(place: number, page: number): readonly FoundRow[] {
  return Array.from({ length: rowsOfPage }, (_, number) =>
    row(`${place} ${page} ${number}`, { timeMs: windowOf(place).fromMs + page * rowsOfPage + number }),
  );
}

export function keysOf(place: number): readonly string[] {
  return Array.from({ length: pagesOfWindow }, (_, page) => rowsOf(place, page).map(({ key }) => key)).flat();
}

/** The pages of one window; the last one moves coverage. */
export function commitsOf(line: LineKey, place: number): readonly PageCommit[] {
  return Array.from({ length: pagesOfWindow }, (_, page) => {
    const window = windowOf(place);
    const read = { window, provenFromMs: window.fromMs, readAtMs: window.toMs + hourMs, addedAtMs: [] };
    return commitOf(line, rowsOf(place, page), page === pagesOfWindow - 1 ? { read } : {});
  });
}
