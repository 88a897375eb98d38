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
    return `At least ${gone} orders cancelled: some were cancelled before they were counted. Not confirmed: ${list}.`;
  return gone === 1
    ? `1 order cancelled. Not confirmed: ${list}.`
    : `${gone} orders cancelled. Not confirmed: ${list}.`;
}

function clearSentence(gone: number, isKeeping: boolean): string {
  if (isKeeping)
    return gone === 1
      ? '1 order cancelled. No other order is open.'
      : `${gone} orders cancelled. No other order is open.`;
  return gone === 1 ? '1 order cancelled. No order is open.' : `${gone} orders cancelled. No order is open.`;
}

function uncountedSentence(gone: number, isKeeping: boolean): string {
  return isKeeping
    ? `At least ${gone} orders cancelled: some were cancelled before they were counted. No other order is open.`
    : `At least ${gone} orders cancelled: some were cancelled before they were counted. No order is open.`;
}

function describe({ scope, state, left, reason }: KillRow): string {
  const name = killScopeNames[scope];
  if (state === 'left')
    return reason === null ? `${left} ${name} are still open` : `${left} ${name} are still open (${reason})`;
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

/** The text for one of them, also on the command line. */
export function factOf(row: KillRow): Fact {
  const kept = row.kept === 0 ? '' : `; ${row.kept} protective kept`;
  return { label: killScopeNames[row.scope], value: `${valueOf(row)}${kept}` };
}

function valueOf({ state, found, gone, left, isCounted, reason }: KillRow): string {
  if (state === 'clear' && !isCounted) return `at least ${gone} cancelled before they were counted, none open`;
  if (state === 'clear') return `${found ?? 0} found, ${gone} cancelled, none open`;
  if (state === 'left') return `${gone} cancelled, ${left} STILL OPEN. ${reason ?? ''}`;
  if (state === 'unreachable') return `NOT REACHED. ${reason ?? ''}`;
  return `${gone} cancelled, ${left} still open`;
}
