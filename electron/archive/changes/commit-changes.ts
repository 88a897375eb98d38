import { changeStream } from '#shared/domain/archive/archive.ts';
import type { FoundRow, LineKey, PageCommit } from '../archive-store.ts';
import type { WindowRead } from '../coverage/coverage.ts';

/** Where changes are from. Those that windows saw, and a list by itself, cover no time: `read` is null. */
type ChangeSource = 'compared-snapshots' | 'seen-by-windows' | 'listed-accounts';

interface FoundChanges {
  readonly source: ChangeSource;
  readonly rows: readonly FoundRow[];
  readonly read: WindowRead | null;
}

/** One transaction with changes of sub-accounts. */
export function commitOf(line: LineKey, { source, rows, read }: FoundChanges): PageCommit {
  const atMs = Math.max(0, ...rows.map(({ timeMs }) => timeMs), read?.window.toMs ?? 0);
  const text = JSON.stringify(rows.map(({ rest }) => rest));
  const page = { endpoint: source, request: '{}', text, askedAtMs: atMs, receivedAtMs: atMs, rows };
  return { line, record: changeStream, page, read };
}
