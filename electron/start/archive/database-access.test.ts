import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TrustedReply } from '#shared/trusted.ts';
import { succeed } from '#shared/errors.ts';
import type { ArchiveResult } from '#archive/archive-store.ts';
import type { DatabaseConnection } from '#archive/postgres/connection/database-connection.ts';
import { testAuthority, testAuthorityFingerprint } from '#archive/postgres/testing/test-authority.ts';
import { readComputerId } from '#archive/postgres/connection/computer-id.ts';
import { removeDatabaseFile, writeDatabaseFile } from '#archive/postgres/connection/database-file.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createFakePrompt } from '#trusted/testing/fake-prompt.ts';
import { createDatabaseAccess } from './database-access.ts';

const connection: DatabaseConnection = { host: 'db.example', port: 5432, database: 'desk', user: 'rows', ca: null };
const file = { ok: true, value: { kind: 'file' } } as const;

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'fathom-database-'))));
afterEach(() => removeFolder(dataDir));

const items = new Map<string, string>();
afterEach(() => items.clear());

/** A user who enters this password, and a database that answers so. */
function open(password: string, answer: ArchiveResult<unknown> = { ok: true, value: [] }) {
  const tried: string[] = [];
  const prompt = createFakePrompt([TrustedReply.parse({ kind: 'enter-password', password, typed: 'db.example' })]);
  const access = createDatabaseAccess({
    dataDir,
    keychain: {
      probe: () => Promise.resolve({ state: 'ready', detail: '' }),
      archivePassword: name => ({
        read: () => Promise.resolve(succeed(items.get(name) ?? null)),
        write: text => {
          items.set(name, text);
          return Promise.resolve(succeed(null));
        },
      }),
    },
    ask: prompt.ask,
    tryDatabase: ({ connection: { host }, password: entered }) => {
      tried.push(`${host} ${entered}`);
      return Promise.resolve(answer);
    },
  });
  return { access, prompt, tried };
}

describe('where the archive is', () => {
  it('is the file of the data folder, unless a database was chosen', async () => {
    const { access, prompt } = open('secret');
    expect(await access.findPlace()).toMatchObject(file);
    expect(await access.connect()).toMatchObject({ error: { kind: 'not-found' } });
    expect(prompt.questions).toEqual([]);
    writeDatabaseFile(dataDir, connection);
    removeDatabaseFile(dataDir);
    expect(await open('secret').access.findPlace()).toMatchObject(file);
  });

  it('is nowhere while the file that names the database is damaged', async () => {
    writeFileSync(join(dataDir, 'archive-database.json'), '{}');
    expect(await open('secret').access.findPlace()).toMatchObject({ ok: false, fault: 'database-failed' });
  });

  it('is the database once its password was entered, with no connection before', async () => {
    writeDatabaseFile(dataDir, connection);
    const { access, prompt, tried } = open('secret');
    expect(await access.findPlace()).toMatchObject({ fault: 'database-password', detail: 'db.example:5432/desk' });
    expect(tried).toEqual([]);
    expect(await access.connect()).toEqual(succeed(null));
    expect(tried).toEqual(['db.example secret']);
    const [question] = prompt.questions;
    expect(question).toMatchObject({ kind: 'enter-password', typeBack: 'db.example' });
    expect(await access.findPlace()).toEqual({
      ok: true,
      value: { kind: 'database', connection, password: 'secret', computerId: readComputerId(dataDir) },
    });
  });

  it('shows the fingerprint of each authority that was given, beside the password', async () => {
    writeDatabaseFile(dataDir, { ...connection, ca: `# of the desk\n${testAuthority}${testAuthority}` });
    const { access, prompt } = open('secret');
    await access.connect();
    const fact = { label: 'Authority SHA-256', value: testAuthorityFingerprint };
    expect(prompt.questions[0]).toMatchObject({ facts: expect.arrayContaining([fact]) });
    expect(JSON.stringify(prompt.questions[0]).split(testAuthorityFingerprint)).toHaveLength(3);
    writeDatabaseFile(dataDir, connection);
    const other = open('secret');
    await other.access.connect();
    expect(JSON.stringify(other.prompt.questions[0])).not.toContain('SHA-256');
  });

  it('keeps no password that the database rejects', async () => {
    writeDatabaseFile(dataDir, connection);
    const { access } = open('wrong', { ok: false, fault: 'database-failed', detail: 'password authentication failed' });
    expect(await access.connect()).toMatchObject({ ok: false });
    expect(items.size).toBe(0);
  });

  it.each([
    ['host', 'db.other'],
    ['port', 5433],
    ['database', 'other'],
    ['user', 'other'],
    ['ca', testAuthority],
  ])('asks for the password again after %s changed', async (field, value) => {
    writeDatabaseFile(dataDir, connection);
    await open('secret').access.connect();
    writeDatabaseFile(dataDir, { ...connection, [field]: value });
    expect(await open('secret').access.findPlace()).toMatchObject({ ok: false, fault: 'database-password' });
    writeDatabaseFile(dataDir, connection);
    expect(await open('secret').access.findPlace()).toMatchObject({ ok: true });
  });
});
