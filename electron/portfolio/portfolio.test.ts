import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { PortfolioQuestion } from '#shared/domain/portfolio/portfolio.ts';
import { succeed } from '#shared/errors.ts';
import { findFile } from '#archive/archive-place.ts';
import { openLocalStore, valueOf } from '#archive/testing/local-store.ts';
import { startArchiveThread, type StartArchiveThread } from '#archive/worker/worker-store.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createPortfolios, type PortfolioOptions, type Portfolios } from './portfolio.ts';
import {
  archiveOf,
  buildBalance,
  buildExampleJ,
  buildSnapshot,
  createPriceExchange,
  nowMs,
  pricesOfJ,
} from './testing/fake-past.ts';
import { PortfolioRequest } from './worker/messages.ts';
import { servePortfolio } from './worker/serve.ts';

const workerFile = fileURLToPath(new URL('worker/portfolio-worker.ts', import.meta.url));
const question: PortfolioQuestion = {
  profileId: 'p',
  owner: '',
  fromMs: null,
  toMs: null,
  currency: 'USDT',
  timeZone: 'UTC',
  method: 'average',
};

/** A client with the market of example J. */
function createClient() {
  const { source, asked } = createPriceExchange(pricesOfJ);
  const clock = { offsetMs: 0, measuredAtMs: null, uncertaintyMs: null };
  const client = createFakeClient({
    reference: {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- prices need nothing else of a pair
      symbols: () => Promise.resolve(succeed([{ symbol: 'BTC-USDT' }] as never)),
      contracts: () => Promise.resolve(succeed([])),
    },
    market: { candles: query => source.candles(query) },
  });
  return { asked, client: { ...client, link: () => ({ hosts: [], clock, pools: [] }) } };
}

/** A thread that the test plays: what passes is copied as between threads. */
function playedThread() {
  const state = { started: 0, end: (_reason: string): void => {} };
  const start: StartArchiveThread = () => {
    state.started += 1;
    const main: { take: ((raw: unknown) => void) | null } = { take: null };
    const serve = servePortfolio({
      archive: archiveOf(buildExampleJ()),
      nowMs: () => nowMs,
      post: message => main.take?.(structuredClone(message)),
    });
    return {
      post: message => serve(PortfolioRequest.parse(structuredClone(message))),
      onAnswer: listener => (main.take = listener),
      onEnd: listener => (state.end = listener),
      end: () => Promise.resolve(),
    };
  };
  return { state, start };
}

const opened = { accounts: () => Promise.resolve({ ok: true, value: [] } as const) };

function options(start: StartArchiveThread): PortfolioOptions {
  return {
    findPlace: findFile('/path'),
    start,
    archive: opened,
    archiveVersion: () => 1,
    isPresent: () => true,
    nowMs: () => nowMs,
  };
}

function compose(start: StartArchiveThread): Portfolios {
  return createPortfolios(options(start));
}

describe('a portfolio on its own thread', () => {
  it('answers, and requests prices through the main thread', async () => {
    const { asked, client } = createClient();
    const portfolios = compose(playedThread().start);
    expect(await portfolios.read(question, client)).toMatchObject({ value: { start: '70000', end: '66361.8' } });
    expect(asked.length).toBeGreaterThan(0);
    const rows = await portfolios.rows({ ...question, part: 'fees', coin: null, offset: 0 }, client);
    expect(rows).toMatchObject({ value: { total: 2 } });
    const moments = { profileId: 'p', firstMs: 0, secondMs: null, currency: 'USDT' };
    expect(await portfolios.compare(moments, client)).toMatchObject({ ok: true });
  });

  it('reads candles again for another client, because it may be another exchange', async () => {
    const [one, other] = [createClient(), createClient()];
    const portfolios = compose(playedThread().start);
    await portfolios.read(question, one.client);
    await portfolios.read(question, other.client);
    expect(other.asked).toEqual(one.asked);
  });

  it('fails open requests when the thread ends, and starts another one for the next', async () => {
    const { state, start } = playedThread();
    const { client } = createClient();
    const never = { ...client, market: { ...client.market, candles: () => new Promise<never>(() => {}) } };
    const portfolios = compose(start);
    const lost = portfolios.read(question, never);
    await expect.poll(() => state.started).toBe(1);
    state.end('the thread ended with code 1');
    expect(await lost).toMatchObject({ ok: false, error: { kind: 'internal' } });
    expect(await portfolios.read(question, client)).toMatchObject({ ok: true });
    expect(state.started).toBe(2);
  });

  it('ends a thread whose database does not answer, and starts another one for the next request', async () => {
    const clock = createFakeClock();
    const connection = { host: '127.0.0.1', port: 1, database: 'd', user: 'u', ca: null };
    const value = { kind: 'database', connection, password: 'p', computerId: randomUUID() } as const;
    let [startCount, endCount] = [0, 0];
    const silent: StartArchiveThread = () => {
      startCount += 1;
      return { post: () => {}, onAnswer: () => {}, onEnd: () => {}, end: async () => (endCount += 1) };
    };
    const findPlace = () => Promise.resolve({ ok: true, value } as const);
    const portfolios = createPortfolios({ ...options(silent), findPlace, wait: clock.wait });
    const { client } = createClient();
    const lost = portfolios.read(question, client);
    await clock.pass(10 * 60_000 - 1);
    expect(endCount).toBe(0);
    await clock.pass(1);
    expect(await lost).toMatchObject({ ok: false, error: { kind: 'internal' } });
    expect(endCount).toBe(1);
    void portfolios.read(question, client);
    await clock.pass(0);
    expect(startCount).toBe(2);
  });

  it('finds the place of the archive once for each thread, and again after it was not found', async () => {
    const { state, start } = playedThread();
    const { client } = createClient();
    const failure = { ok: false, fault: 'database-password', detail: 'db' } as const;
    const places = [failure, await findFile('/path')()];
    let found = 0;
    const findPlace = () => Promise.resolve(places[Math.min(found++, 1)] ?? failure);
    const portfolios = createPortfolios({ ...options(start), findPlace });
    expect(await portfolios.read(question, client)).toMatchObject({ error: { kind: 'storage' } });
    await Promise.all([portfolios.read(question, client), portfolios.read(question, client)]);
    await portfolios.read(question, client);
    expect([found, state.started]).toEqual([2, 1]);
    await portfolios.close();
    await portfolios.read(question, client);
    expect([found, state.started]).toEqual([3, 2]);
  });

  it('starts no thread when the archive does not open', async () => {
    const { state, start } = playedThread();
    const broken = { accounts: () => Promise.resolve({ ok: false, fault: 'damaged', detail: 'torn' } as const) };
    const portfolios = createPortfolios({
      findPlace: findFile('/path'),
      start,
      archive: broken,
      archiveVersion: () => 1,
      isPresent: () => true,
      nowMs: () => nowMs,
    });
    expect(await portfolios.read(question, createClient().client)).toMatchObject({ error: { kind: 'storage' } });
    expect(state.started).toBe(0);
    await portfolios.close();
  });
});

it('a portfolio has nothing of an earlier practice exchange', async () => {
  const { state, start } = playedThread();
  const accounts = [{ profileId: question.profileId, runId: 'earlier', accountId: 1 }];
  const portfolios = createPortfolios({
    findPlace: findFile('/path'),
    start,
    archive: { accounts: () => Promise.resolve({ ok: true, value: accounts } as const) },
    archiveVersion: () => 1,
    isPresent: ({ runId }) => runId === 'present',
    nowMs: () => nowMs,
  });
  expect(await portfolios.read(question, createClient().client)).toMatchObject({ error: { kind: 'not-found' } });
  expect(state.started).toBe(0);
});

describe('the thread of the portfolio', () => {
  let folder = '';
  afterEach(() => removeFolder(folder));

  it('reads the file of the archive while another thread writes to it', async () => {
    folder = mkdtempSync(join(tmpdir(), 'fathom-portfolio-'));
    const path = join(folder, 'archive.sqlite');
    const store = openLocalStore(path);
    const accountId = await valueOf(store.openAccount({ profileId: 'p', runId: null }));
    let version = 1;
    const start = startArchiveThread(workerFile);
    const portfolios = createPortfolios({
      findPlace: findFile(path),
      start,
      archive: store,
      archiveVersion: () => version,
      isPresent: () => true,
      nowMs: () => nowMs,
    });
    const { client } = createClient();
    const save = async (afterMs: number, amount: '5' | '7') =>
      valueOf(store.saveSnapshot({ ...buildSnapshot(afterMs, [buildBalance('USDT', amount)]), accountId }));
    await save(0, '5');
    expect(await portfolios.read(question, client)).toMatchObject({ value: { start: '5', end: '5' } });
    await save(1000, '7');
    version = 2;
    expect(await portfolios.read(question, client)).toMatchObject({ value: { start: '5', end: '7' } });
    await portfolios.close();
    await store.close();
  });
});
