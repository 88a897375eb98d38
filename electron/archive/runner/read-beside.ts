import type { Interval } from '#shared/domain/archive/archive.ts';
import type { ArchivedRow, ArchiveResult, FoundRow } from '../archive-store.ts';
import { intersect, subtract, unite } from '../coverage/intervals.ts';
import { chainOf } from '../proofs/balance-chain.ts';
import { areMissingIn } from '../proofs/missing-rows.ts';
import type { KnownBeside, Witness } from '../proofs/witness.ts';
import type { LineState } from './line-state.ts';
import { anyRow, readRows, readWitness } from './read-witness.ts';
import type { Session } from './session.ts';

/** Of each chain so many rows before the window are read: more than share a millisecond. */
const chainRows = 20;
/** So many rows after the window are read. A chain without a row among them is compared where missing rows are known only. */
const rowsAfter = 200;

const nothingKnown: Witness = { rowsOf: () => [], coverageOf: () => [], snapshots: [] };

interface BesideQuestion {
  readonly line: LineState;
  readonly window: Interval;
  /** of the walk */
  readonly rows: readonly FoundRow[];
}

/** The window and the time beside it that is covered without a gap. */
function spanAround({ line: { stream, line }, window }: BesideQuestion): Interval {
  const { ms } = stream.beside ?? { ms: 0 };
  const around = { fromMs: window.fromMs - ms, toMs: window.toMs + ms };
  const { sealed, read } = line.coverage;
  const known = intersect(unite(sealed, read, [window]), [around]);
  return known.find(({ fromMs, toMs }) => fromMs <= window.fromMs && window.toMs <= toMs) ?? window;
}

/** A row of each chain, by the name of the chain. */
type Chains = ReadonlyMap<string | null, FoundRow>;

type RowsFound = Promise<ArchiveResult<readonly ArchivedRow[]>>;

/** The newest rows before the window of each chain. */
async function readBefore(
  { options: { store } }: Session,
  { line: { stream, line } }: BesideQuestion,
  { chains, fromMs, toMs }: Interval & { readonly chains: Chains },
): RowsFound {
  const found: ArchivedRow[] = [];
  for (const [chain, { columns }] of chains) {
    if (chain === null || fromMs >= toMs) continue;
    const conditions = { ...anyRow, fromMs, toMs, wallet: columns.wallet, market: columns.currency, status: null };
    const search = { accountId: line.accountId, record: stream.record, limit: chainRows, conditions };
    // oxlint-disable-next-line no-await-in-loop -- one thread answers
    const before = await store.searchRows(search);
    if (!before.ok) return before;
    found.push(...before.value.filter(row => chainOf(row) === chain));
  }
  return { ok: true, value: found };
}

/** The oldest rows after the window, and those that follow missing ones of the window. */
async function readAfter(
  { options: { store } }: Session,
  { line: { stream, line, breaks }, window }: BesideQuestion,
  { toMs }: Interval,
): RowsFound {
  const { accountId } = line;
  const later = breaks.filter(each => areMissingIn(window, each) && each.timeMs >= window.toMs && each.timeMs < toMs);
  const spans = [{ fromMs: window.toMs, toMs }, ...later.map(({ timeMs }) => ({ fromMs: timeMs, toMs: timeMs + 1 }))];
  const found = new Map<string, ArchivedRow>();
  for (const span of spans.filter(each => each.fromMs < each.toMs)) {
    // oxlint-disable-next-line no-await-in-loop -- one thread answers
    const after = await store.rowsBetween({ ...span, accountId, record: stream.record, limit: rowsAfter });
    if (!after.ok) return after;
    for (const row of after.value) found.set(row.key, row);
  }
  return { ok: true, value: [...found.values()] };
}

/** The nearest rows of each chain that has a row in the window or after it. */
async function readChains(session: Session, question: BesideQuestion, span: Interval): RowsFound {
  const { line, window, rows } = question;
  const after = await readAfter(session, question, span);
  if (!after.ok) return after;
  const walked = new Set(rows.map(chainOf));
  // another ledger has its rows in the same record
  const own = after.value.filter(row => walked.has(chainOf(row)) || row.stream === line.stream.name);
  const chains: Chains = new Map([...rows, ...own].map(row => [chainOf(row), row]));
  const before = await readBefore(session, question, { chains, fromMs: span.fromMs, toMs: window.fromMs });
  return before.ok ? { ok: true, value: [...before.value, ...own] } : before;
}

/** All rows of the line beside the window. */
async function readOfLine(
  session: Session,
  { line: { stream, line }, window }: BesideQuestion,
  span: Interval,
): RowsFound {
  const { accountId, symbol } = line;
  const found: ArchivedRow[] = [];
  for (const part of subtract([span], [window])) {
    // oxlint-disable-next-line no-await-in-loop -- one thread answers
    const rows = await readRows(session, { ...part, accountId, record: stream.record });
    if (!rows.ok) return rows;
    found.push(...rows.value);
  }
  const isOfLine = (row: ArchivedRow) => row.stream === stream.name && (symbol === '' || row.columns.symbol === symbol);
  return { ok: true, value: found.filter(isOfLine) };
}

/** What the archive has beside the rows of a walk, and of the streams that they are compared with. */
export async function readBeside(session: Session, question: BesideQuestion): Promise<ArchiveResult<KnownBeside>> {
  const { stream, line } = question.line;
  const { beside, witness: source } = stream;
  const span = spanAround(question);
  const read = beside?.by === 'chains' ? readChains : readOfLine;
  const rows = await read(session, question, span);
  if (!rows.ok) return rows;
  if (source === undefined) return { ok: true, value: { span, rows: rows.value, witness: nothingKnown } };
  const witness = await readWitness(session, { source, accountId: line.accountId, window: span });
  return witness.ok ? { ok: true, value: { span, rows: rows.value, witness: witness.value } } : witness;
}
