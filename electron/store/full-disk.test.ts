import { existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StorageStatus } from '#shared/domain/storage.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '#log/testing/small-disk.ts';
import { openStore, type Store } from './store.ts';
import { cancel, intent, silent } from './testing/journal-fixture.ts';

const why = whyNoSmallDisk();
const title = why === null ? 'on a real full disk' : `on a real full disk (skipped: ${why})`;

describe.skipIf(why !== null)(title, () => {
  let disk: SmallDisk;
  let states: StorageStatus['state'][];
  let tick: () => void;

  beforeEach(() => {
    disk = mountSmallDisk('4m');
    states = [];
    tick = () => {};
  });
  afterEach(() => disk.unmount());

  const open = (): Store => {
    const store = openStore({
      dataDir: join(disk.folder, 'data'),
      log: silent,
      nowMs: () => 1000,
      onHealth: ({ state }) => void states.push(state),
      later: what => {
        tick = what;
        return () => {};
      },
    });
    if (!store.ok) throw new Error(store.error.message);
    return store.value;
  };

  const rowsOnDisk = () => {
    const database = new DatabaseSync(join(disk.folder, 'data', 'journal.sqlite'), { readOnly: true });
    const rows = database.prepare('SELECT id, state FROM intents ORDER BY rowid').all();
    database.close();
    return rows;
  };

  it('a full disk rejects actions, records hundreds of cancels, and recovers when space is free (fault 12)', () => {
    const store = open();
    const { journal, health } = store;
    journal.append({ intent: intent('before', { state: 'sent' }), body: {} });
    disk.fill();
    let refused = null;
    // the file of the journal may still have some room inside
    for (let n = 0; n < 2000 && refused === null; n += 1) {
      const answer = journal.append({ intent: intent(`a${n}`), body: { filler: 'x'.repeat(2000) } });
      if (!answer.ok) refused = answer.error;
    }
    expect(refused).toMatchObject({ kind: 'storage', isOutcomeUnknown: false });
    expect(health.status().state).toBe('full');
    expect(journal.append({ intent: intent('b'), body: {} })).toMatchObject({ error: { kind: 'storage' } });
    for (let n = 0; n < 300; n += 1) {
      for (const state of ['new', 'sent', 'acknowledged'] as const) {
        const one = cancel(`c${n}`, { state });
        const answer = state === 'new' ? journal.append({ intent: one, body: {} }) : journal.advance(one);
        expect(answer).toEqual({ ok: true, value: one }); // on disk: an in-memory database is not checked
      }
    }
    expect(store.notices).toEqual([]);
    expect(rowsOnDisk().filter(row => row['state'] === 'acknowledged')).toHaveLength(300);
    tick();
    expect(health.status().state).toBe('full');
    disk.makeRoom();
    tick();
    expect(states).toEqual(['full', 'ok']);
    expect(existsSync(join(disk.folder, 'data', 'reserve'))).toBe(true);
    expect(journal.append({ intent: intent('after'), body: {} }).ok).toBe(true);
    store.close();
  });

  it('a cancel is sent without the reserved space, and is recorded later (fault 12)', () => {
    const store = open();
    const { journal, health } = store;
    disk.fill();
    let n = 0;
    for (; health.status().state === 'ok'; n += 1)
      journal.append({ intent: intent(`a${n}`), body: { filler: 'x'.repeat(2000) } });
    const kept: string[] = [];
    for (let c = 0; kept.length < 3; c += 1) {
      const one = cancel(`c${c}`);
      const answer = journal.append({ intent: one, body: { filler: 'x'.repeat(20_000) } });
      expect(answer.ok).toBe(true);
      if (answer.ok && answer.value.detail !== null) kept.push(one.id);
      disk.fill(); // another program is as hungry
    }
    expect(store.notices).toEqual([expect.stringContaining('is in memory only')]);
    disk.makeRoom();
    tick();
    expect(health.status().state).toBe('ok');
    expect(rowsOnDisk().map(row => row['id'])).toEqual(expect.arrayContaining(kept));
    store.close();
  });

  it('a smaller space is reserved when not all of it is available (fault 12)', () => {
    open().close();
    rmSync(join(disk.folder, 'data', 'reserve'));
    disk.fill();
    truncateSync(join(disk.folder, 'ballast'), statSync(join(disk.folder, 'ballast')).size - 300_000);
    const store = open();
    expect(store.health.status().state).toBe('full');
    expect(statSync(join(disk.folder, 'data', 'reserve')).size).toBe(65_536);
    disk.fill();
    for (let n = 0; n < 20; n += 1)
      expect(store.journal.append({ intent: cancel(`c${n}`), body: {} })).toMatchObject({
        ok: true,
        value: { detail: null },
      });
    store.close();
  });

  it('the data opens on a full disk with all stored files, and reports it (fault 12)', () => {
    const first = open();
    first.journal.append({ intent: intent('a', { state: 'sent' }), body: { n: 1 } });
    first.settings.change({ activeProfileId: 'p1' });
    first.close();
    disk.fill();
    const store = open();
    const read = store.journal.open('p1');
    expect(read.ok && read.value.map(entry => entry.intent.id)).toEqual(['a']);
    expect(store.settings.read().activeProfileId).toBe('p1');
    expect(store.health.status()).toMatchObject({
      state: 'full',
      detail: expect.stringContaining('sends only cancels'),
    });
    expect(store.journal.append({ intent: cancel('c'), body: {} }).ok).toBe(true);
    expect(readFileSync(join(disk.folder, 'data', 'settings.json'), 'utf8')).toContain('"p1"');
    store.close();
  });
});
