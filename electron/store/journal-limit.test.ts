import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createIntentJournal, type IntentJournal } from './intent-journal.ts';
import { openDatabase } from './journal/database.ts';
import { createJournalLimit } from './journal-limit.ts';
import { openStore } from './store.ts';
import { cancel, intent, silent } from './testing/journal-fixture.ts';

const dayMs = 86_400_000;
const nowMs = 100 * dayMs;
const databaseBytes = 400_000;
const auditBytes = 10_000;

let dataDir: string;
let database: DatabaseSync;
let journal: IntentJournal;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-journal-limit-'));
  const opened = openDatabase({ path: join(dataDir, 'journal.sqlite'), nowMs: () => nowMs, notice: () => {} });
  if (opened.state !== 'open') throw new Error('the journal is not open');
  database = opened.database;
  const sizes = { databaseBytes, auditBytes, checkEvery: 10 };
  journal = createIntentJournal({
    database: () => database,
    log: silent,
    health: { status: () => ({ state: 'ok', detail: '' }), report: () => {}, onRetry: () => {} },
    audit: { step: () => {}, note: () => {}, flush: () => {} },
    reserve: { take: () => {}, release: () => false },
    limit: createJournalLimit({ dataDir, database: () => database, nowMs: () => nowMs, sizes }),
    nowMs: () => nowMs,
    notice: () => {},
  });
});
afterEach(() => {
  database.close();
  removeFolder(dataDir);
});

const fresh = { createdAtMs: nowMs, updatedAtMs: nowMs };
const body = { note: 'x'.repeat(2_000) };
let ids = 0;
const rows = () => Number(database.prepare('SELECT COUNT(*) AS rows FROM intents').get()?.['rows']);
const sizeOf = () => rows() * 2_000;

/** Writes settled actions until one is refused, or so many are written. */
function fill(kind: typeof intent, most = 2_000, at = fresh): number {
  for (let count = 0; count < most; count += 1) {
    const id = `${(ids += 1)}`;
    const begun = journal.append({ intent: kind(id, at), body });
    if (!begun.ok) return count;
    journal.advance(kind(id, { ...at, state: 'acknowledged' }));
  }
  return most;
}

function putAudit(bytes: number): void {
  mkdirSync(join(dataDir, 'audit'), { recursive: true });
  writeFileSync(join(dataDir, 'audit', 'audit-000000001-000000002.txt'), 'x'.repeat(bytes));
}

describe('the order journal beyond its limit', () => {
  it('rejects actions with a sentence, records cancels, and stops growing while cancels are accepted', () => {
    const written = fill(intent);
    expect(written).toBeGreaterThan(50);
    expect(written).toBeLessThan(250);
    const refused = journal.append({ intent: intent('late', fresh), body: {} });
    expect(refused).toMatchObject({ error: { kind: 'storage' } });
    expect(refused.ok ? '' : refused.error.message).toContain('nothing was sent. Cancels still go through.');
    const before = rows();
    expect(fill(cancel, 300)).toBe(300);
    expect(rows()).toBeGreaterThan(before);
    expect(sizeOf()).toBeLessThan(1.5 * databaseBytes);
    const end = rows();
    expect(fill(cancel, 100, { createdAtMs: nowMs + 1, updatedAtMs: nowMs + 1 })).toBe(100);
    expect(rows()).toBe(end);
    const last = journal.append(
      { intent: cancel('last', fresh), body: {} },
      {},
      cancel('last', { ...fresh, state: 'sent' }),
    );
    expect(last).toMatchObject({ value: { state: 'sent', detail: expect.stringContaining('reached its limit') } });
    expect(journal.advance(cancel('last', { ...fresh, state: 'acknowledged' })).ok).toBe(true);
  });

  it('records the outcome of an action that started before the limit', () => {
    journal.append({ intent: intent('early', fresh), body: {} });
    fill(intent);
    expect(journal.advance(intent('early', { ...fresh, state: 'acknowledged' }))).toMatchObject({ ok: true });
    expect(database.prepare('SELECT state FROM intents WHERE id = ?').get('early')).toEqual({ state: 'acknowledged' });
  });

  it('rejects actions when the audit files are beyond their limit, and accepts them when the files were moved away', () => {
    putAudit(auditBytes);
    expect(journal.append({ intent: intent('a', fresh), body: {} })).toMatchObject({ error: { kind: 'storage' } });
    expect(journal.append({ intent: cancel('c', fresh), body: {} }).ok).toBe(true);
    removeFolder(join(dataDir, 'audit'));
    expect(journal.append({ intent: intent('b', fresh), body: {} }).ok).toBe(true);
  });
});

describe('settled actions older than 35 days', () => {
  const old = { createdAtMs: nowMs - 36 * dayMs, updatedAtMs: nowMs - 36 * dayMs };

  it('settled actions older than 35 days are removed for new ones, and stay while the journal is small', async () => {
    fill(intent, 20, old);
    await setImmediate();
    expect(rows()).toBe(20);
    fill(intent, 2_000, old);
    await setImmediate();
    expect(rows()).toBe(0);
    expect(database.prepare('SELECT COUNT(*) AS rows FROM intent_steps').get()).toEqual({ rows: 0 });
    expect(database.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 });
    expect(fill(intent, 20)).toBe(20);
  });

  it('stay when they follow an action with an open outcome', async () => {
    journal.append({ intent: intent('open', old), body });
    fill(intent, 2_000, old);
    const before = rows();
    await setImmediate();
    expect(rows()).toBe(before);
  });
});

it('a new journal starts when the files were moved away as the message advises', () => {
  const options = { dataDir: join(dataDir, 'data'), log: silent, nowMs: () => nowMs };
  const first = openStore(options);
  if (!first.ok) throw new Error(first.error.message);
  first.value.audit.note({ profileId: 'p', kind: 'place-order', summary: '', state: 'refused', detail: 'no' });
  first.value.close();
  for (const name of ['journal.sqlite', 'audit-end.json', 'audit']) removeFolder(join(options.dataDir, name));
  const second = openStore(options);
  if (!second.ok) throw new Error(second.error.message);
  expect(second.value.journal.append({ intent: intent('a', fresh), body: {} }).ok).toBe(true);
  second.value.close();
});
