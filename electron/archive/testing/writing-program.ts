import { openSqliteArchive } from '../sqlite/sqlite-archive.ts';
import { hourMs, t0 } from './commits.ts';
import { commitsOf } from './written-windows.ts';

/** Writes into the archive of the path that it is given, until it is killed. Prints a line after each page. */
const archive = openSqliteArchive({ path: process.argv[2] ?? '' });
const accountId = archive.openAccount({ profileId: 'p', runId: null });
const line = { accountId, stream: 'account-ledger', symbol: '' } as const;
const { coverage } = archive.openLine({ ...line, startMs: t0 });
const covered = coverage.sealed.at(-1)?.toMs ?? t0;
for (let place = (covered - t0) / hourMs; ; place += 1) {
  for (const commit of commitsOf(line, place)) {
    archive.commitPage(commit);
    process.stdout.write(`${place}\n`);
  }
}
