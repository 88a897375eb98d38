import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { ArchiveStatus, StreamStatus } from '#shared/domain/archive/archive.ts';
import { KeyVersion } from '#shared/domain/profile.ts';
import { type Archive, createArchive } from '#archive/archive.ts';
import type { ArchiveStore, PageCommit } from '#archive/archive-store.ts';
import { keptSince } from '#archive/coverage/plan.ts';
import { streamsByName } from '#archive/streams/streams.ts';
import { openLocalStore } from '#archive/testing/local-store.ts';
import { createClient, type ExchangeClient } from '#client/client.ts';
import { createSigner } from '#client/sign.ts';
import { createWorld, type ReadyInfo } from '@fathom/practice';
import type { Metric } from '../metric.ts';
import { silentLog } from '../silent-log.ts';
import { backfillName } from './names.ts';

const most = 1.1;
const profileId = 'bench';

/** What was read of one list in one window. */
interface WindowPages {
  readonly line: string;
  /** which of the lists of the stream */
  readonly list: string;
  /** the list ends with an empty batch: a short one proves nothing */
  readonly isBatched: boolean;
  pagesWithRows: number;
}

/** Lists that are read by the id of their last row. */
const batchEndpoints: ReadonlySet<string> = new Set([
  'GET /api/v1/hf/accounts/ledgers',
  'GET /api/v1/hf/fills',
  'GET /api/v1/hf/orders/done',
  'GET /api/v3/hf/margin/account/ledgers',
  'GET /api/v3/hf/margin/fills',
]);

/** A request as the archive stores it. */
const StoredRequest = z.object({ fromMs: z.number(), toMs: z.number(), cursor: z.optional(z.string()) });

const lineName = ({ stream, symbol }: { readonly stream: string; readonly symbol: string | null }) =>
  `${stream} ${symbol ?? ''}`;

/** A cursor of a stream with several lists begins with the name of its list. */
function listOf(cursor: string | undefined): string {
  if (cursor?.startsWith('[') !== true) return '';
  const parsed = z.array(z.unknown()).parse(JSON.parse(cursor));
  return typeof parsed[0] === 'string' ? parsed[0] : '';
}

/** Counts the pages that the archive stores, by window and list. */
function createPageCount() {
  const windows = new Map<string, WindowPages>();
  const endpoints = new Set<string>();
  const note = ({ line: key, page: { endpoint, request, rows } }: PageCommit): void => {
    endpoints.add(endpoint);
    const { fromMs, toMs, cursor } = StoredRequest.parse(JSON.parse(request));
    const [line, list] = [lineName(key), `${endpoint} ${listOf(cursor)}`];
    const name = JSON.stringify([line, list, fromMs, toMs]);
    const window = windows.get(name) ?? { line, list, isBatched: batchEndpoints.has(endpoint), pagesWithRows: 0 };
    if (rows.length > 0) window.pagesWithRows += 1;
    windows.set(name, window);
  };
  return { note, windows, endpoints };
}

type PageCount = ReturnType<typeof createPageCount>;

/** The fewest windows of the longest length that cover what was read of the line. */
function fewestWindows({ stream, startMs, sealed, read, gaps }: StreamStatus): number {
  const { rules } = streamsByName[stream];
  const endMs = Math.max(startMs, ...[...sealed, ...read, ...gaps].map(({ toMs }) => toMs));
  return Math.max(1, Math.ceil((endMs - Math.max(startMs, keptSince(rules, endMs))) / rules.windowMs));
}

/** The pages after the first that a window needs: those with rows, and the empty batch that proves the end. */
function furtherPages({ pagesWithRows, isBatched }: WindowPages): number {
  if (pagesWithRows === 0) return 0;
  return isBatched ? pagesWithRows : pagesWithRows - 1;
}

/** The fewest requests: each list of a line once for each of its windows, and the further pages. */
function fewestRequests({ streams }: ArchiveStatus, { windows }: PageCount): number {
  const all = [...windows.values()];
  return streams.reduce((total, stream) => {
    const ofLine = all.filter(({ line }) => line === lineName(stream));
    const lists = new Set(ofLine.map(({ list }) => list)).size;
    return total + fewestWindows(stream) * lists + ofLine.reduce((sum, window) => sum + furtherPages(window), 0);
  }, 0);
}

/** A client that counts its requests by method and path. */
function openClient(ready: ReadyInfo, sent: Map<string, number>): ExchangeClient {
  const key = ready.keys.find(({ label }) => label === 'trader');
  if (key === undefined) throw new Error('the practice exchange issued no key of a trader');
  const keyVersion = KeyVersion.parse(String(key.version));
  const { spot: spotUrl, futures: futuresUrl, headerPrefix } = ready;
  const settings = { spotUrl, futuresUrl, headerPrefix, keyVersion };
  return createClient(settings, createSigner({ ...key, keyVersion, headerPrefix }), {
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const name = `${init?.method ?? 'GET'} ${url.pathname}`;
      sent.set(name, (sent.get(name) ?? 0) + 1);
      return fetch(input, init);
    },
  });
}

const patience = 400_000;

/** The status of the archive when nothing is left to read. */
async function untilIdle(archive: Archive): Promise<ArchiveStatus> {
  const startedAt = performance.now();
  for (;;) {
    const status = archive.status(profileId);
    if (status?.state === 'idle') return status;
    if (performance.now() - startedAt > patience) throw new Error('the backfill did not end');
    // oxlint-disable-next-line no-await-in-loop -- until it ends
    await new Promise(resolve => void setTimeout(resolve, 50));
  }
}

/** A clock whose time does not pass, so that no list is read again, and whose pauses are over at once. */
function createStillClock(nowMs: number) {
  let monotonicMs = 0;
  return {
    nowMs: () => nowMs,
    monotonicMs: () => {
      monotonicMs += 60_000;
      return monotonicMs;
    },
    wait: () => setImmediate(),
  };
}

async function runBackfill(client: ExchangeClient, store: ArchiveStore, runId: string) {
  const archive = createArchive({
    store,
    clock: createStillClock(Date.now()),
    applyRetention: () => Promise.resolve(),
    finishDeletion: () => Promise.resolve(true),
    isLocked: () => false,
    choice: { read: () => ({ isPaused: false, sharePercent: 50 }), change: () => ({ ok: true, value: null }) },
    log: silentLog,
  });
  try {
    archive.opened({ profileId, runId, permissions: ['General'], client });
    return await untilIdle(archive);
  } finally {
    await archive.stop();
  }
}

/** How many requests the first backfill of the practice exchange's six months sends, beside the fewest that its windows allow. */
export async function measureBackfill(): Promise<Metric> {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  const world = await createWorld({ seed: 11, dialect: 'document', spotPort: 0, futuresPort: 0 });
  const sent = new Map<string, number>();
  const ready = await world.start();
  const client = openClient(ready, sent);
  const store = openLocalStore(join(folder, 'archive.sqlite'));
  const count = createPageCount();
  const counted: ArchiveStore = {
    ...store,
    commitPage: commit => {
      count.note(commit);
      return store.commitPage(commit);
    },
  };
  try {
    const connected = await client.connect();
    if (!connected.ok) throw new Error(connected.error.message);
    const status = await runBackfill(client, counted, ready.runId ?? '');
    const ours = [...count.endpoints].reduce((sum, name) => sum + (sent.get(name) ?? 0), 0);
    const peer = fewestRequests(status, count);
    return {
      metric: backfillName,
      ours,
      peer,
      peerName: 'the fewest requests that windows, pages and proofs allow',
      ratio: ours / peer,
      lines: status.streams.length,
      goal: `<= ${most}`,
      met: ours / peer <= most,
    };
  } finally {
    client.close();
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
