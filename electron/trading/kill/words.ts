import { type KillRow, type KillRun, killScopeNames } from '#shared/domain/safety/kill-switch.ts';

/** One sentence for the journal. */
export function outcomeOf(rows: readonly KillRow[]): string {
  const gone = rows.reduce((sum, row) => sum + row.gone, 0);
  const open = rows.filter(({ state }) => state !== 'clear').map(describe);
  const list = open.join('; ');
  if (rows.some(({ isCounted }) => !isCounted))
    return list === ''
      ? `At least ${gone} orders are gone: some were cancelled before they could be read. Nothing is active any more.`
      : `At least ${gone} orders are gone: some were cancelled before they could be read. Not clear: ${list}.`;
  if (gone === 1)
    return list === '' ? '1 order is gone; nothing is active any more.' : `1 order is gone. Not clear: ${list}.`;
  return list === ''
    ? `${gone} orders are gone; nothing is active any more.`
    : `${gone} orders are gone. Not clear: ${list}.`;
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
  return { label: killScopeNames[row.scope], value: valueOf(row) };
}

function valueOf({ state, found, gone, left, isCounted, reason }: KillRow): string {
  if (state === 'clear' && !isCounted) return `at least ${gone} gone, cancelled before they could be read; none left`;
  if (state === 'clear') return `${found ?? 0} found, ${gone} gone, none left`;
  if (state === 'left') return `${gone} gone, ${left} LEFT. ${reason ?? ''}`;
  if (state === 'unreachable') return `NOT REACHED. ${reason ?? ''}`;
  return `${gone} gone, ${left} left so far`;
}
