import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { LineKey } from '#archive/archive-store.ts';
import { openSqliteArchive, type SqliteArchive } from '#archive/sqlite/sqlite-archive.ts';
import { median, shuffled, timeMs } from '../measure.ts';
import { type Contender, contenders, type Metric } from '../metric.ts';
import { type BareStore, openBareStore } from './bare-store.ts';
import { buildFillPage, rowsOfPage } from './fill-pages.ts';
import { archiveNames } from './names.ts';

const allRows = 1_000_000;
const earlyRows = 100_000;
const pagesOfTurn = 20;
const rowsOfView = 200;
const views = 50;
const least = { insert: 0.5, read: 0.25 };
const mostMemory = 1.25;

const megabyte = 1_048_576;

/** The heap without what can be collected, and the resident memory, in MB. */
function memoryMb(collect: () => void): { readonly heapMb: number; readonly residentMb: number } {
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapMb: heapUsed / megabyte, residentMb: rss / megabyte };
}

function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- V8's own function under this flag
  return runInNewContext('gc') as () => void;
}

interface Stores {
  readonly line: LineKey;
  readonly archive: SqliteArchive;
  readonly bare: BareStore;
}

function openStores(folder: string): Stores {
  const archive = openSqliteArchive({ path: join(folder, 'archive.sqlite') });
  const accountId = archive.openAccount({ profileId: 'bench', runId: null });
  const line: LineKey = { accountId, stream: 'spot-fills', symbol: '' };
  archive.openLine({ ...line, startMs: 0 });
  return { line, archive, bare: openBareStore(join(folder, 'bare.sqlite'), line) };
}

/** Writes a million rows into both, in turns; rows per second, and the memory on the way. */
function measureInsert({ line, archive, bare }: Stores, collect: () => void): readonly [Metric, Metric] {
  const paces: Record<Contender, number[]> = { ours: [], peer: [] };
  const memories: ReturnType<typeof memoryMb>[] = [];
  const turns = allRows / (rowsOfPage * pagesOfTurn);
  for (let turn = 0; turn < turns; turn += 1) {
    const commits = Array.from({ length: pagesOfTurn }, (_, at) => buildFillPage(line, turn * pagesOfTurn + at));
    for (const who of shuffled(contenders)) {
      const ms = timeMs(() => {
        for (const commit of commits)
          if (who === 'ours') archive.commitPage(commit);
          else bare.insert(commit);
      });
      paces[who].push((pagesOfTurn * rowsOfPage * 1000) / ms);
    }
    const rows = (turn + 1) * pagesOfTurn * rowsOfPage;
    if (rows === earlyRows || rows === allRows) memories.push(memoryMb(collect));
  }
  const [ours, peer] = [median(paces.ours), median(paces.peer)];
  const [early, late] = memories;
  if (early === undefined || late === undefined) throw new Error('the memory was not measured');
  const growth = late.heapMb / early.heapMb;
  return [
    {
      metric: archiveNames[0],
      ours: Math.round(ours),
      peer: Math.round(peer),
      peerName: 'node:sqlite with the same columns and indexes',
      ratio: ours / peer,
      goal: `>= ${least.insert}`,
      met: ours / peer >= least.insert,
    },
    {
      metric: archiveNames[2],
      ours: late.heapMb,
      peer: early.heapMb,
      peerName: 'the same process after 100,000 rows',
      ratio: growth,
      residentMb: late.residentMb,
      goal: `<= ${mostMemory}`,
      met: growth <= mostMemory,
    },
  ];
}

/** Reads the newest page, and fifty pages towards the past. */
function measureRead({ line, archive, bare }: Stores): Metric {
  const scroll: Record<Contender, () => number> = {
    ours: () => {
      let after: { readonly timeMs: number; readonly key: string } | undefined;
      let count = 0;
      for (let view = 0; view < views; view += 1) {
        const rows = archive.rows({ accountId: line.accountId, record: 'spot-fills', limit: rowsOfView, after });
        after = rows.at(-1);
        count += rows.length;
      }
      return count;
    },
    peer: () => {
      let before = { timeMs: Number.MAX_SAFE_INTEGER, key: '' };
      let count = 0;
      for (let view = 0; view < views; view += 1) {
        const rows = bare.read(before, rowsOfView);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of the schema that this file opened
        const last = rows.at(-1) as { readonly time_ms: number; readonly key: string };
        before = { timeMs: last.time_ms, key: last.key };
        count += rows.length;
      }
      return count;
    },
  };
  const seen: Record<Contender, number[]> = { ours: [], peer: [] };
  for (const who of contenders)
    if (scroll[who]() !== views * rowsOfView) throw new Error(`${who} did not read all rows`);
  for (let round = 0; round < 7; round += 1)
    for (const who of shuffled(contenders)) seen[who].push(timeMs(() => void scroll[who]()) / views);
  const [ours, peer] = [median(seen.ours), median(seen.peer)];
  return {
    metric: archiveNames[1],
    ours,
    peer,
    peerName: 'the bare statement, unchecked rows (ms a page of 200)',
    ratio: peer / ours,
    goal: `>= ${least.read}`,
    met: peer / ours >= least.read,
  };
}

/** The archive's file beside bare node:sqlite: inserting a million rows, reading them, and the memory meanwhile. */
export function measureArchive(): Promise<readonly Metric[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  const stores = openStores(folder);
  try {
    const [insert, memory] = measureInsert(stores, exposeCollector());
    return Promise.resolve([insert, measureRead(stores), memory]);
  } finally {
    stores.archive.close();
    stores.bare.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
