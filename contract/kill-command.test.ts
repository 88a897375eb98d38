import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { multiply, roundToStep } from '#shared/decimal.ts';
import { fail } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import type { ExchangeClient } from '#client/client.ts';
import { hintOf, originsOf } from '#credentials/key-binding.ts';
import { freshLock, openLockFile } from '#credentials/lock/lock-file.ts';
import { openProfiles } from '#credentials/profiles.ts';
import { createFakeKeychain } from '#credentials/testing/fake-keychain.ts';
import { createRedactor } from '#log/redact.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { buildClientWith } from '#start/actions/signed-client.ts';
import { type InstanceLock, lockDataDir } from '#start/instance-lock.ts';
import { freezeProfiles } from '#start/kill-command/fire-kill-switch.ts';
import { openJournalBeside } from '#start/kill-command/journal-beside.ts';
import { type KillOutcome, runKillCommand } from '#start/kill-command/kill-command.ts';
import { isKillRequested, leaveKillRequest } from '#start/kill-command/kill-request.ts';
import { openStore } from '#store/store.ts';
import { silent } from '#store/testing/journal-fixture.ts';
import { type ContractExchange, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

/** `--kill` without a main process that answers: the practice exchange plays a real one, a keychain in memory the system's. */

let exchange: ContractExchange;
let client: ExchangeClient;
let dataDir: string;
let keychain: ReturnType<typeof createFakeKeychain>;
let lines: string[];
/** what a main process that hangs holds */
let mainLock: InstanceLock | null;

beforeEach(async () => {
  exchange = await startExchange('live');
  client = exchange.client('trader');
  must(await client.connect());
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-kill-command-'));
  // the journal, as an earlier run leaves it
  must(openStore({ dataDir, log: silent, nowMs: Date.now })).close();
  keychain = createFakeKeychain();
  lines = [];
  onLine = () => {};
  mainLock = null;
  await connect('p1', 'Desk');
});
afterEach(async () => {
  mainLock?.release();
  removeFolder(dataDir);
  await exchange.stop();
});

/** A profile with the trader's key, as it lies in the folder and the keychain after it was connected. */
async function connect(id: string, name: string, mayTrade = true): Promise<void> {
  const { spot, futures, headerPrefix, keys } = exchange.ready;
  const trader = keys.find(({ label }) => label === 'trader');
  if (trader === undefined) throw new Error('there is no trader');
  const { key, secret, passphrase } = trader;
  const made = buildProfile({
    id,
    name,
    preset: 'custom',
    spotUrl: spot,
    futuresUrl: futures,
    headerPrefix,
    keyVersion: '2',
    keyHint: hintOf(key),
    secretHome: 'keychain',
  });
  const practice = { ...originsOf(made), key: '', permissions: [] };
  const list = must(openProfiles({ dataDir, practice, nowMs: Date.now, notice: () => {} }));
  must(list.add(made, keychain.backend));
  await keychain.save(id, { key, secret, passphrase }, { origins: originsOf(made), grants: { mayTrade, name } });
}

/** A main process that holds the folder and never turns its event loop. */
function hangMain(): void {
  const outcome = lockDataDir(dataDir);
  if (outcome.kind !== 'held') throw new Error('the folder is taken');
  mainLock = outcome.lock;
}

interface Kill {
  readonly outcome: KillOutcome;
  /** why the journal could not be written */
  readonly trouble: string | null;
}

/** called for each line that the command prints */
let onLine: (line: string) => void;
const say = (line: string): void => {
  lines.push(line);
  onLine(line);
};

async function kill(nowMs: () => number = Date.now): Promise<Kill> {
  const beside = openJournalBeside({ dataDir, log: silent, nowMs: Date.now, clean: text => text });
  const buildClient = buildClientWith({ log: silent, redactor: createRedactor() });
  const { journal } = beside;
  const outcome = await runKillCommand({
    dataDir,
    say,
    lock: () => lockDataDir(dataDir),
    askMain: async () => {
      leaveKillRequest(dataDir);
      return 'silent';
    },
    freeze: () => freezeProfiles({ dataDir, say, nowMs, keychain, buildClient, isRoot: false, log: silent, journal }),
  });
  return { outcome, trouble: beside.close() };
}

async function placeTwo(): Promise<void> {
  const oid = randomUUID().slice(0, 30);
  const spot = { symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '90000', size: '0.001' } as const;
  must(await client.spot.place({ ...spot, clientOid: `s${oid}` }, action));
  const { bestBidPrice } = must(await client.reference.ticker({ symbol: 'XBTUSDTM' }, visible));
  const price = roundToStep(multiply(bestBidPrice, '0.97'), '0.1', 'floor');
  const futures = { symbol: 'XBTUSDTM', side: 'buy', type: 'limit', leverage: '5', price, size: '1' } as const;
  must(await client.futures.place({ ...futures, clientOid: `f${oid}` }, action));
}

const active = async () => ({
  spot: must(await client.spot.allOrders({ status: 'active' }, visible)).items.length,
  stops: must(await client.stops.all({}, visible)).items.length,
  futures: must(await client.futures.allOrders({ status: 'active' }, visible)).items.length,
  futuresStops: must(await client.futures.allStops({}, visible)).items.length,
});
const nothing = { spot: 0, stops: 0, futures: 0, futuresStops: 0 };
const frozenIds = (): readonly string[] => {
  const file: unknown = JSON.parse(readFileSync(join(dataDir, 'safeguards.json'), 'utf8'));
  const profiles: unknown = typeof file === 'object' && file !== null ? Reflect.get(file, 'profiles') : {};
  return Object.entries(profiles ?? {}).flatMap(([id, kept]: [string, unknown]) =>
    typeof kept === 'object' && kept !== null && Reflect.get(kept, 'frozenSinceMs') !== null ? [id] : [],
  );
};
function journalRows() {
  const database = new DatabaseSync(join(dataDir, 'journal.sqlite'), { readOnly: true });
  const rows = database.prepare('SELECT profile_id, kind, state FROM intents').all();
  database.close();
  return rows.map(row => Object.values(row));
}

describe('--kill without a main process', () => {
  it('cancels everything with the key from the keychain, freezes, journals and prints the result', async () => {
    await placeTwo();
    expect(await kill()).toEqual({ outcome: 'clear', trouble: null });
    expect(await active()).toEqual(nothing);
    expect([frozenIds(), journalRows()]).toEqual([['p1'], [['p1', 'kill-switch', 'acknowledged']]]);
    expect(lines[0]).toBe(`No Fathom runs on ${dataDir}: cancelling with the keys from the keychain.`);
    expect(lines).toContainEqual(expect.stringMatching(/^Desk: spot orders: \d+ found, \d+ cancelled, none open$/));
    expect(lines).toContainEqual(expect.stringMatching(/^Desk: futures stops: \d+ found, \d+ cancelled, none open$/));
    expect(lines.at(-1)).toBe('Desk: No order is open. The profile is frozen.');
    // the folder is free again
    expect(lockDataDir(dataDir).kind).toBe('held');
  });

  it('works while Fathom is locked', async () => {
    const memory = must(openLockFile({ dataDir, nowMs: Date.now, notice: () => {} }));
    must(memory.change({ ...freshLock, hasPin: true, locked: { sinceMs: 1, reason: 'asked' } }));
    expect((await kill()).outcome).toBe('clear');
    expect(await active()).toEqual(nothing);
  });

  it('cancels for each profile with a key, and sends nothing for one that may not trade', async () => {
    await connect('p2', 'Watcher', false);
    await placeTwo();
    expect((await kill()).outcome).toBe('clear');
    expect(await active()).toEqual(nothing);
    expect(lines).toContain('Watcher: the profile is read-only, so nothing was sent.');
    expect(journalRows()).toEqual([['p1', 'kill-switch', 'acknowledged']]);
  });

  it('reports that nothing was cancelled when no profile may trade', async () => {
    await connect('p1', 'Desk', false);
    const before = await active();
    expect((await kill()).outcome).toBe('failed');
    expect(await active()).toEqual(before);
    expect(lines.at(-1)).toContain('so nothing was cancelled');
  });

  it('freezes and states why nothing was cancelled when the keychain is locked', async () => {
    keychain.failure = fail('keychain-locked', 'The keychain is locked.');
    const before = await active();
    expect((await kill()).outcome).toBe('failed');
    expect(await active()).toEqual(before);
    expect([lines.at(-1), frozenIds()]).toEqual(['Desk: NOT CANCELLED. The keychain is locked.', ['p1']]);
  });

  it('names each scope that was not reached when the exchange does not answer', async () => {
    await exchange.stop();
    // ten minutes of trying pass with a few readings of the clock
    let nowMs = Date.now();
    const fast = () => (nowMs += 60_000);
    expect((await kill(fast)).outcome).toBe('failed');
    for (const scope of ['spot orders', 'margin stops', 'futures orders'])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^Desk: ${scope}: NOT REACHED\\. `)));
    expect(frozenIds()).toEqual(['p1']);
  });

  it('can run twice at the same time', async () => {
    await placeTwo();
    const both = await Promise.all([kill(), kill()]);
    expect(both.map(({ outcome }) => outcome)).not.toContain('failed');
    expect(await active()).toEqual(nothing);
    expect(isKillRequested(dataDir)).toBe(false);
  });

  it('discards a request of an earlier run', async () => {
    leaveKillRequest(dataDir);
    expect((await kill()).outcome).toBe('clear');
    expect(isKillRequested(dataDir)).toBe(false);
  });
});

describe('--kill beside a main process that hangs', () => {
  it('cancels everything, names what was not reached, and leaves the request for the main process', async () => {
    hangMain();
    await placeTwo();
    expect(await kill()).toEqual({ outcome: 'in-part', trouble: null });
    expect(await active()).toEqual(nothing);
    expect([frozenIds(), journalRows()]).toEqual([['p1'], [['p1', 'kill-switch', 'acknowledged']]]);
    expect(lines.at(-1)).toContain('Not reached: practice, and profiles whose key is only in the memory');
    expect(isKillRequested(dataDir)).toBe(true);
  });

  it('leaves no request when the main process ends meanwhile', async () => {
    hangMain();
    const gate = Promise.withResolvers<void>();
    keychain.gate = gate.promise;
    const killing = kill();
    await expect.poll(() => keychain.touched).toBeGreaterThan(1);
    mainLock?.release();
    gate.resolve();
    await killing;
    expect(isKillRequested(dataDir)).toBe(false);
  });

  it('cancels when the main process holds the database, and reports that the journal has no entry', async () => {
    hangMain();
    const held = new DatabaseSync(join(dataDir, 'journal.sqlite'));
    held.exec('BEGIN IMMEDIATE');
    await placeTwo();
    const { outcome, trouble } = await kill();
    expect([outcome, trouble]).toEqual(['in-part', 'database is locked']);
    expect([await active(), frozenIds()]).toEqual([nothing, ['p1']]);
    held.exec('ROLLBACK');
    held.close();
    expect(journalRows()).toEqual([]);
  });

  it('writes the journal entry when the database is free again before the end', async () => {
    hangMain();
    const held = new DatabaseSync(join(dataDir, 'journal.sqlite'));
    held.exec('BEGIN IMMEDIATE');
    onLine = line => {
      if (!line.includes('none open') || !held.isOpen) return;
      held.exec('ROLLBACK');
      held.close();
    };
    expect(await kill()).toEqual({ outcome: 'in-part', trouble: null });
    expect(journalRows()).toEqual([['p1', 'kill-switch', 'acknowledged']]);
  });
});
