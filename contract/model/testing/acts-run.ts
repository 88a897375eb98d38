import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Decimal } from '#shared/decimal.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { SpotOrderRequest } from '#shared/domain/account/order.ts';
import type { ExchangeClient } from '#client/client.ts';
import { openStore, type Store } from '#store/store.ts';
import { freeBudget, freePolicy, noObjection, noSafeguards, silent } from '#trading/testing/trading-fixture.ts';
import { createTrading, type Trading } from '#trading/trading.ts';
import { must } from '#contract/testing/must.ts';

/** Time in which lost answers are looked up, so many times faster; what is late on the way stays well within it. */
const speed = 25;

export interface ActsRunOptions {
  /** a client of the trader behind the proxy that breaks what it is told to; a new one after each death */
  readonly connect: () => Promise<ExchangeClient>;
  /** different in each run */
  readonly prefix: string;
}

/** Fathom's acts over one journal, which may die and come back. */
export interface ActsRun {
  readonly place: (mark: string, order: Pick<SpotOrderRequest, 'price' | 'side'>, clicks: number) => Promise<void>;
  readonly cancel: (orderId: string) => Promise<void>;
  /** The process ends, whatever is on its way, and starts again on the same journal. */
  readonly die: () => Promise<void>;
  /** Resolves when nothing is on its way and no act is open. */
  readonly quiet: () => Promise<void>;
  readonly intents: () => readonly Intent[];
  /** what is wrong with the audit; null: nothing */
  readonly auditProblem: () => string | null;
  readonly close: () => void;
}

const profileId = 'model';
export const symbol = 'BTC-USDT';
const size: Decimal = '0.001';

function openTestStore(dataDir: string): Store {
  return must(openStore({ dataDir, log: silent, nowMs: Date.now }));
}

export async function startActsRun({ connect, prefix }: ActsRunOptions): Promise<ActsRun> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fathom-model-'));
  const onTheirWay = new Set<Promise<unknown>>();
  let store = openTestStore(dataDir);
  let client = await connect();
  let trading = build(store);
  const watch = (sending: Promise<unknown>): void => {
    onTheirWay.add(sending);
    void sending.finally(() => onTheirWay.delete(sending));
  };
  const intents = () => must(store.journal.list(profileId, 1_000));
  return {
    intents,
    place: async (mark, order, clicks) => {
      const request: SpotOrderRequest = { ...order, clientOid: `${prefix}-${mark}`, symbol, type: 'limit', size };
      for (let click = 0; click < clicks; click += 1) watch(trading.placeOrder({ profileId, client }, request));
      // the first step is on the disk when the others begin
      await pause(0);
    },
    cancel: async orderId => {
      watch(trading.cancel({ profileId, client }, { venue: 'spot', symbol, orderId, isStop: false }));
      await pause(0);
    },
    die: async () => {
      trading.close();
      client.close();
      store.close();
      store = openTestStore(dataDir);
      client = await connect();
      trading = build(store);
      trading.resume({ profileId, client });
    },
    quiet: async () => {
      await Promise.all(onTheirWay);
      for (let round = 0; round < 1_000 && must(store.journal.open(profileId)).length > 0; round += 1) await pause(20);
    },
    auditProblem: () => must(store.audit.verify()).problem,
    close: () => {
      trading.close();
      client.close();
      store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function build({ journal }: Store): Trading {
  return createTrading({
    journal,
    policy: freePolicy,
    budget: freeBudget,
    log: silent,
    nowMs: Date.now,
    publish: () => {},
    notice: () => {},
    objection: noObjection,
    safeguards: noSafeguards,
    wait: async (ms, signal) => {
      await pause(ms / speed, undefined, { signal }).catch(() => {}); // called off
    },
  });
}
