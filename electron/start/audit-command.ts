import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exportAll, verify } from '#store/audit/audit.ts';

export interface AuditCommand {
  readonly what: 'verify' | 'export';
  readonly dataDir: string;
  readonly say: (line: string) => void;
}

/** `npm start -- --audit verify|export`: reads the journal beside a Fathom that may run. True: the chain is whole. */
export function runAuditCommand({ what, dataDir, say }: AuditCommand): boolean {
  const path = join(dataDir, 'journal.sqlite');
  if (!existsSync(path)) {
    say(`There is no journal in ${dataDir}.`);
    return false;
  }
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const { rows, firstAtMs, lastAtMs, problem } = verify(dataDir, database);
    const span = firstAtMs === null || lastAtMs === null ? '' : `, ${moment(firstAtMs)} to ${moment(lastAtMs)}`;
    say(`${rows} rows${span}.`);
    say(problem ?? 'The chain is whole: no row was changed, removed or put elsewhere.');
    if (what === 'export') say(`Written to ${exportAll({ dataDir, database: () => database, nowMs: Date.now }).file}`);
    return problem === null;
  } finally {
    database.close();
  }
}

function moment(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
