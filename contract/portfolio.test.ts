import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sum } from '#shared/decimal.ts';
import type { Portfolio, PortfolioQuestion } from '#shared/domain/portfolio/portfolio.ts';
import { type Archive, createArchive } from '#archive/archive.ts';
import type { ArchiveStore } from '#archive/archive-store.ts';
import { openLocalStore } from '#archive/testing/local-store.ts';
import type { ExchangeClient } from '#client/client.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createMarketSource } from '#portfolio-main/market-source.ts';
import { createPortfolioEngine } from '#portfolio-main/portfolio-engine.ts';
import { type ContractExchange, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

const quarterMs = 15 * 60_000;
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const profileId = 'practice';
const main = { wallet: 'main', symbol: null, userId: null } as const;

/** A clock that is far on at each question, so that pools and pauses never hold a test up. */
function createFastClock(): () => number {
  let ms = 0;
  return () => {
    ms += 60_000;
    return ms;
  };
}

/** An account trades and moves money, and its value is explained from what the archive has read. */
describe('a portfolio of the practice exchange', () => {
  let exchange: ContractExchange;
  let client: ExchangeClient;
  let folder: string;
  let store: ArchiveStore;
  let archive: Archive;
  let aheadMs = 0;
  const nowMs = () => Date.now() + aheadMs;

  beforeAll(async () => {
    exchange = await startExchange('live');
    client = exchange.client('treasurer');
    must(await client.connect());
    folder = mkdtempSync(join(tmpdir(), 'fathom-portfolio-'));
    store = openLocalStore(join(folder, 'archive.sqlite'));
    archive = createArchive({
      store,
      clock: { nowMs, monotonicMs: createFastClock(), wait: () => setImmediate() },
      applyRetention: () => Promise.resolve(),
      finishDeletion: () => Promise.resolve(true),
      isLocked: () => false,
      choice: { read: () => ({ isPaused: false, sharePercent: 50 }), change: () => ({ ok: true, value: null }) },
      log: silent,
    });
    archive.opened({ profileId, runId: exchange.ready.runId, permissions: ['General'], client });
  });
  afterAll(async () => {
    await archive.stop();
    await exchange.stop();
    removeFolder(folder);
  });

  /** Waits for a snapshot that is later than this time, and until nothing is due any more. */
  const untilRecorded = async (afterMs: number): Promise<number> => {
    const reached = () => {
      const status = archive.status(profileId);
      return status?.state === 'idle' && (status.snapshot?.atMs ?? 0) > afterMs;
    };
    await expect.poll(reached, { timeout: 800_000, interval: 50 }).toBe(true);
    return archive.status(profileId)?.snapshot?.atMs ?? 0;
  };

  const read = async (change: Partial<PortfolioQuestion>): Promise<Portfolio> => {
    let version = 0;
    const portfolios = createPortfolioEngine({ archive: store, archiveVersion: () => (version += 1) });
    const span = { owner: '', fromMs: null, toMs: null };
    const view = { currency: 'USDT', timeZone: 'Europe/Berlin', method: 'average' } as const;
    return must(await portfolios.read({ profileId, ...span, ...view, ...change }, createMarketSource(client, nowMs)));
  };

  it('explains trades and transfers without a rest', async () => {
    const fromMs = await untilRecorded(0);
    const order = { symbol: 'BTC-USDT', side: 'buy', type: 'market', size: '0.01' } as const;
    must(await client.spot.place({ ...order, clientOid: `portfolio-${process.pid}` }, action));
    const transfer = { currency: 'USDT', amount: '25', from: main } as const;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const [clientOid, wallet] of [
      ['p1', 'trade'],
      ['p2', 'futures'],
    ] as const)
      must(await client.wallet.transfer({ ...transfer, clientOid, to: { ...main, wallet } }, action));
    expect(must(await client.wallet.transferable({ currency: 'USDT', wallet: 'futures' }, visible)).total).not.toBe(
      '0',
    );
    aheadMs = 2 * quarterMs;
    await untilRecorded(fromMs);
    const portfolio = await read({ fromMs });
    const { start, end, parts } = portfolio;
    expect(sum([start ?? '0', ...parts.map(({ value }) => value)])).toBe(end);
    const valueOf = (name: string) => parts.find(({ part }) => part === name)?.value;
    expect(valueOf('unexplained')).toBe('0');
    expect(valueOf('in')).toBe('0');
    expect(valueOf('fees')).toMatch(/^-/);
    expect(portfolio.issues.filter(({ kind }) => kind === 'unpaired-transfer')).toEqual([]);
  }, 960_000);
});
