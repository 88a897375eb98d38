import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { firstOversight, type Oversight } from '#shared/domain/account/oversight.ts';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { documentLimits, fileLimitBytes } from '#store/documents/limits.ts';
import { openStore, type Store } from '#store/store.ts';
import { createGate, type Gate } from './gate.ts';
import { createHandlers } from './handlers.ts';
import type { HandlerOptions } from './handlers/handler-options.ts';

/** A page that saves without end, and a cancel of the user between its calls. The files are real. */

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const profileIds = ['p1', 'p2', 'p3'];
const cancel = { profileId: 'p1', venue: 'spot', symbol: 'BTC-USDT', orderId: 'o' };
const cancelled = { orderId: 'o', outcome: 'requested' } as const;

let dataDir = '';
let store: Store;
let nowMs = 1_000_000;
let gate: Gate;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-flood-'));
  const opened = openStore({ dataDir, log: silent, nowMs: () => nowMs });
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
  const account = { profileId: 'p1', profile: buildProfile({ id: 'p1' }) };
  const parts = {
    profiles: {
      find: (id: string) => (profileIds.includes(id) ? succeed(buildProfile({ id })) : fail('no-profile', 'gone')),
      onWritableAccount: (_id: string, what: (on: typeof account) => Promise<Result<unknown>>) => what(account),
    },
    trading: { cancel: () => Promise.resolve(succeed(cancelled)) },
    settings: store.settings,
    workspaces: store.workspaces,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the calls of this test touch nothing else
  const handlers = createHandlers(parts as unknown as HandlerOptions);
  gate = createGate({ handlers, windowOf: () => mainWindowId, log: silent, nowMs: () => nowMs });
});
afterEach(() => {
  store.close();
  removeFolder(dataDir);
});

/** One of about so many bytes. */
function oversightOf(bytes: number): Oversight {
  const account = { name: 'a', status: 2, access: null, remarks: 'x'.repeat(bytes), coins: null, futures: null };
  return { ...firstOversight, seen: { atMs: 1, prices: {}, accounts: { 1: account } } };
}
const largest = oversightOf(documentLimits.oversight.oneBytes - 1000);
const layout = { activeId: 'own', workspaces: [] };

const nextTurn = () => new Promise(resolve => setImmediate(resolve));

function bytesOnDisk(): number {
  const names = readdirSync(dataDir).filter(name => /^(settings|workspaces)\.json/.test(name));
  return names.reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0);
}

/** What a page sends that saves as fast as it can, of its profiles and of made-up ones. */
function* flood(calls: number): Generator<() => Promise<Result<unknown>>> {
  for (let n = 0; n < calls; n += 2) {
    const profileId = n % 8 === 6 ? `made-up-${n}` : (profileIds[n % 3] ?? '');
    yield () => gate('oversight.save', { profileId, oversight: largest }, null);
    yield () => gate('workspaces.save', { profileId, kept: { ...layout, activeId: `w${n}` } }, null);
  }
}

it('a cancel is answered before the saves that a page sends after it', async () => {
  const answered: string[] = [];
  const kinds: string[] = [];
  const all: Promise<unknown>[] = [];
  const ask = (name: string, answer: Promise<Result<unknown>>): void => {
    all.push(
      answer.then(result => {
        answered.push(name);
        kinds.push(result.ok ? 'ok' : result.error.kind);
      }),
    );
  };
  let n = 0;
  for (const save of flood(1000)) {
    // oxlint-disable-next-line no-await-in-loop -- each call is a message of its own
    await nextTurn();
    if (n === 500) {
      ask('cancel', gate('orders.cancel', cancel, null));
      // oxlint-disable-next-line no-await-in-loop -- the next save is the next message
      await nextTurn();
    }
    ask('save', save());
    n += 1;
  }
  await Promise.all(all);
  expect(answered.indexOf('cancel')).toBe(500);
  const share = (kind: string) => kinds.filter(each => each === kind).length / kinds.length;
  expect(share('ok')).toBeLessThan(0.05);
  expect(share('rate-limited')).toBeGreaterThan(0.9);
});

it('saved files stay within their limits for any number and size of saves', async () => {
  const kinds: string[] = [];
  for (const save of flood(120)) {
    nowMs += 60_000; // the rate cap lets everything through
    // oxlint-disable-next-line no-await-in-loop -- one call after the other, each in time for the rate cap
    const answer = await save();
    kinds.push(answer.ok ? 'ok' : answer.error.kind);
  }
  expect(new Set(kinds)).toEqual(new Set(['ok', 'over-quota', 'no-profile']));
  expect(kinds.filter(kind => kind === 'no-profile')).toHaveLength(30);
  store.close();
  expect(Object.keys(store.settings.read().oversight)).toHaveLength(2);
  expect(bytesOnDisk()).toBeLessThan(documentLimits.oversight.allBytes + documentLimits.workspaces.allBytes);
  expect(bytesOnDisk()).toBeLessThan(fileLimitBytes.settings);
});
