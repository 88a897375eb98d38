import { mkdtempSync, rmSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type ExchangeClient } from '#client/client.ts';
import { createSigner } from '#client/sign.ts';
import { multiply, roundToStep } from '#shared/decimal.ts';
import { startBackupThread } from '#archive/backup/backup-job.ts';
import { startArchiveThread } from '#archive/worker/worker-store.ts';
import { type StartCheckWorker, startCheckWorker } from '#store/audit/check/check-jobs.ts';
import { spawnPractice } from '#start/children/practice-child.ts';
import { builtFiles, type Host } from '#start/hosts.ts';
import type { PracticeReady } from '#start/practice-host.ts';
import { startProgram } from '#start/program.ts';
import { quantile } from '../measure.ts';
import type { Metric } from '../metric.ts';
import { hasTimeLeft } from '../share.ts';
import { writeAuditRows } from './audit-rows.ts';
import { floodCalls } from './flood-calls.ts';
import { sentRequestOf } from '../actions/first-bytes.ts';
import { createThreadWindow, type RoundOutcome, type ThreadWindow } from './thread-window.ts';

/**
 * How long a cancel takes while the page sends every call of the contract at full rate, the check of a long audit journal
 * among them, beside the quiet case. Main's real code, from the gate to the socket; the page is a thread and the practice
 * exchange a process of its own.
 */
const symbol = 'BTC-USDT';
const rounds = { most: 6, fewest: 3 };
const cancelsOfRound = 15;
const warmUps = 10;
const roundMs = 6_000;
const mostTimes = 5;
const profileId = 'practice';
/** A check of so many rows takes seconds: one runs during each flooded round. */
const auditRows = 400_000;

interface Latencies {
  /** from the page's call to the first bytes of the signed request */
  readonly wire: number[];
  /** from the page's call to its answer */
  readonly answer: number[];
}

/** When the cancel of each order was written to the wire; epoch ms. */
function watchCancels(): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  subscribe('undici:client:sendHeaders', message => {
    const sent = sentRequestOf(message);
    if (sent?.method !== 'DELETE') return;
    const orderId = /\/orders\/([^/?]+)/.exec(sent.path)?.[1];
    if (orderId !== undefined) seen.set(orderId, performance.timeOrigin + performance.now());
  });
  return seen;
}

function traderOf({ spot, futures, headerPrefix, keys }: PracticeReady): ExchangeClient {
  const trader = keys.find(({ label }) => label === 'trader');
  if (trader === undefined) throw new Error('the practice exchange issued no trader key');
  const keyVersion = trader.version;
  return createClient(
    { spotUrl: spot, futuresUrl: futures, headerPrefix, keyVersion },
    createSigner({ ...trader, keyVersion, headerPrefix }),
  );
}

/** Orders that rest below the market, placed past Fathom. */
async function createPlacer(trader: ExchangeClient): Promise<(count: number) => Promise<readonly string[]>> {
  const book = await trader.reference.book({ symbol, depth: 20 }, { priority: 'action' });
  const best = book.ok ? book.value.bids[0]?.[0] : undefined;
  if (best === undefined) throw new Error('the practice exchange names no price');
  const price = roundToStep(multiply(best, '0.95'), '0.1', 'floor');
  const placeOne = async (): Promise<string> => {
    const order = {
      clientOid: crypto.randomUUID(),
      symbol,
      side: 'buy',
      type: 'limit',
      price,
      size: '0.0001',
    } as const;
    const placed = await trader.spot.place(order, { priority: 'action' });
    if (!placed.ok) throw new Error(`an order was refused: ${placed.error.message}`);
    return placed.value.orderId;
  };
  return async count => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push(await placeOne());
    return ids;
  };
}

function note({ cancels }: RoundOutcome, onWire: ReadonlyMap<string, number>, into: Latencies): void {
  for (const { orderId, sentAtMs, answeredAtMs, outcome } of cancels) {
    const wireAtMs = onWire.get(orderId);
    if (wireAtMs === undefined || outcome !== 'requested') throw new Error(`a cancel was not carried out: ${outcome}`);
    into.wire.push(wireAtMs - sentAtMs);
    into.answer.push(answeredAtMs - sentAtMs);
  }
}

interface Seen {
  readonly quiet: Latencies;
  readonly flooded: Latencies;
  callsSent: number;
  callsAnswered: number;
}

async function playRounds(window: ThreadWindow, ready: PracticeReady): Promise<Seen> {
  const trader = traderOf(ready);
  const place = await createPlacer(trader);
  const onWire = watchCancels();
  const play = async (isFlooded: boolean, count: number): Promise<RoundOutcome> =>
    window.play({ kind: 'round', isFlooded, profileId, symbol, orderIds: await place(count) });
  const seen: Seen = {
    quiet: { wire: [], answer: [] },
    flooded: { wire: [], answer: [] },
    callsSent: 0,
    callsAnswered: 0,
  };
  await play(false, warmUps);
  for (let round = 0; round < rounds.fewest || (round < rounds.most && hasTimeLeft(roundMs)); round += 1) {
    note(await play(false, cancelsOfRound), onWire, seen.quiet);
    const flooded = await play(true, cancelsOfRound);
    note(flooded, onWire, seen.flooded);
    seen.callsSent += flooded.callsSent;
    seen.callsAnswered += flooded.callsAnswered;
  }
  trader.close();
  return seen;
}

let checksStarted = 0;
/** Counts the checks of the audit journal that began. */
const countedWorkers =
  (start: StartCheckWorker): StartCheckWorker =>
  job => {
    checksStarted += 1;
    return start(job);
  };

async function withMain<T>(window: ThreadWindow, work: (ready: PracticeReady) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  const files = builtFiles(fileURLToPath(new URL('../../dist', import.meta.url)));
  const host: Host = {
    begin: async () => {},
    abandon: async () => {},
    createShell: () => window.shell,
    startPractice: spawnPractice(files.practiceCli),
    startKeyring: () => {
      throw new Error('the bench has no keychain');
    },
    startCheckWorker: countedWorkers(startCheckWorker(files.auditWorker)),
    startArchiveThread: startArchiveThread(files.archiveWorker),
    startBackupThread: startBackupThread(files.backupWorker),
    startPortfolioThread: startArchiveThread(files.portfolioWorker),
  };
  writeAuditRows(dataDir, auditRows);
  const start = { host, dataDir, version: 'bench', isHeadless: true, size: null, profile: null, say: () => {} };
  const program = await startProgram(start);
  try {
    await program.ready;
    return await work(await program.practice.ready);
  } finally {
    await program.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

const shown = (ms: number): number => Number(ms.toFixed(1));

export async function measureCancelUnderFlood(): Promise<Metric> {
  const window = createThreadWindow();
  const seen = await withMain(window, ready => {
    window.start({ calls: floodCalls(profileId) });
    return playRounds(window, ready);
  });
  const { quiet, flooded } = seen;
  const [ours, peer] = [quantile(flooded.answer, 0.95), quantile(quiet.answer, 0.95)];
  return {
    metric: 'cancel while the page floods every call, call to answer, p95 (ms)',
    ours: shown(ours),
    peer: shown(peer),
    peerName: 'the same without the flood',
    oursMedian: shown(quantile(flooded.answer, 0.5)),
    peerMedian: shown(quantile(quiet.answer, 0.5)),
    onWire: shown(quantile(flooded.wire, 0.95)),
    onWireQuiet: shown(quantile(quiet.wire, 0.95)),
    onWireMedian: shown(quantile(flooded.wire, 0.5)),
    onWireQuietMedian: shown(quantile(quiet.wire, 0.5)),
    cancels: flooded.answer.length,
    callsSent: seen.callsSent,
    callsAnswered: seen.callsAnswered,
    auditChecks: checksStarted,
    ratio: ours / peer,
    goal: `<= ${mostTimes} times`,
    met: ours <= mostTimes * peer,
  };
}
