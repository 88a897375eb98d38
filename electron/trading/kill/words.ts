import { type KillRow, type KillRun, killScopeNames } from '#shared/domain/safety/kill-switch.ts';

/** One sentence for the journal, and one for the stops that were kept. */
export function outcomeOf(rows: readonly KillRow[]): string {
  const kept = rows.reduce((sum, row) => sum + row.kept, 0);
  const gone = goneOf(rows, kept > 0);
  return kept === 0 ? gone : `${gone} ${kept === 1 ? '1 protective stop is' : `${kept} protective stops are`} kept.`;
}

/** Whole sentences, because each is translated as one. */
function goneOf(rows: readonly KillRow[], isKeeping: boolean): string {
  const gone = rows.reduce((sum, row) => sum + row.gone, 0);
  const open = rows.filter(({ state }) => state !== 'clear').map(describe);
  const isCounted = rows.every(row => row.isCounted);
  if (open.length === 0) return isCounted ? clearSentence(gone, isKeeping) : uncountedSentence(gone, isKeeping);
  const list = open.join('; ');
  if (!isCounted)
    return `At least ${gone} orders are gone: some were cancelled before they could be read. Not clear: ${list}.`;
  return gone === 1 ? `1 order is gone. Not clear: ${list}.` : `${gone} orders are gone. Not clear: ${list}.`;
}

function clearSentence(gone: number, isKeeping: boolean): string {
  if (isKeeping)
    return gone === 1
      ? '1 order is gone; nothing else is active any more.'
      : `${gone} orders are gone; nothing else is active any more.`;
  return gone === 1
    ? '1 order is gone; nothing is active any more.'
    : `${gone} orders are gone; nothing is active any more.`;
}

function uncountedSentence(gone: number, isKeeping: boolean): string {
  return isKeeping
    ? `At least ${gone} orders are gone: some were cancelled before they could be read. Nothing else is active any more.`
    : `At least ${gone} orders are gone: some were cancelled before they could be read. Nothing is active any more.`;
}

function describe({ scope, state, left, reason }: KillRow): string {
  const name = killScopeNames[scope];
  if (state === 'left') return reason === null ? `${left} ${name} are left` : `${left} ${name} are left (${reason})`;
  return reason === null ? `${name} could not be read` : `${name} could not be read (${reason})`;
}

interface Fact {
  readonly label: string;
  readonly value: string;
}

/** What the trusted window says of a run. */
export function factsOf(run: KillRun): readonly Fact[] {
  return run.rows.map(factOf);
}

/** What is said of one of them, also on the command line. */
export function factOf(row: KillRow): Fact {
  const kept = row.kept === 0 ? '' : `; ${row.kept} protective kept`;
  return { label: killScopeNames[row.scope], value: `${valueOf(row)}${kept}` };
}

function valueOf({ state, found, gone, left, isCounted, reason }: KillRow): string {
  if (state === 'clear' && !isCounted) return `at least ${gone} gone, cancelled before they could be read; none left`;
  if (state === 'clear') return `${found ?? 0} found, ${gone} gone, none left`;
  if (state === 'left') return `${gone} gone, ${left} LEFT. ${reason ?? ''}`;
  if (state === 'unreachable') return `NOT REACHED. ${reason ?? ''}`;
  return `${gone} gone, ${left} left so far`;
}
