import type { Interval } from '#shared/domain/archive/archive.ts';
import type { ArchivedRow, ArchiveResult, BalanceSnapshot, FoundRow, LineKey } from '../archive-store.ts';
import { intersect, unite } from '../coverage/intervals.ts';
import type { Witness } from '../proofs/witness.ts';
import type { RecordName } from '../records/columns.ts';
import type { Stream, WitnessSource } from '../streams/stream.ts';
import type { Session } from './session.ts';

const pageSize = 1000;
/** A window with more rows of another stream is compared as far as these go. */
const mostRows = 20_000;

interface WitnessQuestion {
  readonly source: WitnessSource;
  readonly accountId: number;
  readonly window: Interval;
}

type Span = Interval & { readonly accountId: number; readonly record: RecordName };

export async function readRows(
  { options: { store } }: Session,
  span: Span,
): Promise<ArchiveResult<readonly ArchivedRow[]>> {
  const rows: ArchivedRow[] = [];
  while (rows.length < mostRows) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins after the one before
    const page = await store.rowsBetween({ ...span, limit: pageSize, after: rows.at(-1) });
    if (!page.ok) return page;
    rows.push(...page.value);
    if (page.value.length < pageSize) break;
  }
  return { ok: true, value: rows };
}

async function readSnapshots(
  { options: { store } }: Session,
  { accountId, window: { fromMs, toMs }, source }: WitnessQuestion,
): Promise<ArchiveResult<readonly BalanceSnapshot[]>> {
  if (!source.hasSnapshots) return { ok: true, value: [] };
  const times = await store.snapshotTimes({ accountId, fromMs, toMs });
  return times.ok ? await store.snapshotsAt({ accountId, times: times.value, owner: '' }) : times;
}

/** Until when all rows of the window are there. */
function endOf(rows: readonly FoundRow[], { toMs }: Interval): number {
  return rows.length < mostRows ? toMs : (rows.at(-1)?.timeMs ?? toMs);
}

export const anyRow = {
  fromMs: null,
  toMs: null,
  wallet: null,
  market: null,
  side: null,
  kinds: null,
  orderId: null,
  text: null,
};

/** Rows of the stream with one of these statuses, newest first. */
export async function readRowsOfStatus(
  { options: { store } }: Session,
  { accountId }: LineKey,
  { name, record, lookedUpStatuses = [] }: Stream,
): Promise<ArchiveResult<readonly FoundRow[]>> {
  const found: FoundRow[] = [];
  for (const status of lookedUpStatuses) {
    // oxlint-disable-next-line no-await-in-loop -- one thread answers
    const rows = await store.searchRows({ accountId, record, limit: mostRows, conditions: { ...anyRow, status } });
    if (!rows.ok) return rows;
    found.push(...rows.value.filter(row => row.stream === name));
  }
  return { ok: true, value: found };
}

/** What the archive has of the streams that the rows of a walk are compared with. */
export async function readWitness(session: Session, question: WitnessQuestion): Promise<ArchiveResult<Witness>> {
  const { source, accountId, window } = question;
  const rowsOf = new Map<RecordName, readonly ArchivedRow[]>();
  let toMs = window.toMs;
  for (const record of source.records) {
    // oxlint-disable-next-line no-await-in-loop -- one thread answers
    const rows = await readRows(session, { ...window, accountId, record });
    if (!rows.ok) return rows;
    rowsOf.set(record, rows.value);
    toMs = Math.min(toMs, endOf(rows.value, window));
  }
  const snapshots = await readSnapshots(session, question);
  if (!snapshots.ok) return snapshots;
  const { lines } = session.state;
  const coverageOf = (symbol: string) => {
    const line = lines.find(each => each.stream.name === source.stream && each.line.symbol === symbol)?.line;
    const covered = unite(line?.coverage.sealed ?? [], line?.coverage.read ?? []);
    return intersect(covered, [{ fromMs: window.fromMs, toMs }]);
  };
  return {
    ok: true,
    value: { rowsOf: record => rowsOf.get(record) ?? [], coverageOf, snapshots: snapshots.value },
  };
}
