import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { archiveFile } from '../archive-file.ts';
import { readDatabaseFile } from '../postgres/connection/database-file.ts';
import { testAuthority } from '../postgres/testing/test-authority.ts';
import { openSqliteArchive } from '../sqlite/sqlite-archive.ts';
import { commitOf, row, t0 } from '../testing/commits.ts';
import { openRecordedArchive } from '../testing/recorded-archive.ts';
import { runArchiveCommand } from './archive-command.ts';

let folder: string;
let entered: string | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-archive-'));
  entered = passphrase;
});
afterEach(() => removeFolder(folder));

const passphrase = 'correct horse battery';

async function run(...words: string[]) {
  const said: string[] = [];
  const code = await runArchiveCommand({
    words,
    defaultDataDir: folder,
    say: line => void said.push(line),
    readPassphrase: () => Promise.resolve(entered),
    nowMs: () => t0,
    workFactor: 4,
  });
  return { code, text: said.join('\n') };
}

function write(): void {
  openRecordedArchive(folder).close();
}

describe('npm run archive', () => {
  it('prints the schema of a PostgreSQL database, without an archive', async () => {
    const { code, text } = await run('schema', '--role', 'fathom_rows', '--months', '3');
    expect(code).toBe(0);
    expect(text).toContain("SELECT fathom.add_months('2021-11-01', 3);");
    expect(text).toContain('GRANT UPDATE (is_current) ON fathom.rows TO "fathom_rows";');
    expect(text).not.toMatch(/GRANT (ALL|CREATE)/);
  });

  it('chooses a database without a password, and reads no file until it is chosen again', async () => {
    write();
    const words = ['--host', 'db.example', '--database', 'desk', '--user', 'rows'];
    const authority = join(folder, 'ca.pem');
    writeFileSync(authority, testAuthority);
    expect((await run('connect', ...words, '--ca', authority)).code).toBe(0);
    expect(readDatabaseFile(folder)).toMatchObject({
      kind: 'database',
      connection: { host: 'db.example', port: 5432, database: 'desk', user: 'rows' },
    });
    expect(statSync(join(folder, 'archive-database.json')).mode & 0o777).toBe(0o600);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const name of ['verify', 'coverage'])
      expect(await run(name)).toMatchObject({ code: 1, text: expect.stringContaining('db.example:5432/desk') });
    expect((await run('disconnect')).code).toBe(0);
    expect((await run('verify')).code).toBe(0);
  });

  it.each([
    'no certificate',
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    testAuthority.replace('END', 'END OF'),
  ])('chooses no database with a file that holds no certificate: %j', async text => {
    const authority = join(folder, 'ca.pem');
    writeFileSync(authority, text);
    const { code } = await run('connect', '--host', 'h', '--database', 'd', '--user', 'u', '--ca', authority);
    expect(code).toBe(1);
    expect(readDatabaseFile(folder)).toEqual({ kind: 'file' });
  });

  it.each([
    [['connect', '--host', 'db.example', '--database', 'desk']],
    [['connect', '--host', '/socket', '--database', 'desk', '--user', 'u']],
    [['connect', '--host', 'h', '--database', 'desk', '--user', 'u', '--port', '70000']],
    [['connect', '--host', 'h', '--database', 'desk', '--user', 'u', '--password', 'x']],
    [['schema']],
    [['schema', '--role', 'a"; DROP TABLE x; --']],
    [['schema', '--role', 'a', '--from', '2024-13']],
    [['schema', '--role', 'a', '--months', '0']],
    [['coverage', '--role', 'a']],
  ])('rejects the words %j', async words => {
    expect((await run(...words)).code).toBe(2);
  });

  it('lists which times are recorded, and how many rows there are', async () => {
    write();
    const { code, text } = await run('coverage', '--data-dir', folder);
    expect(code).toBe(0);
    expect(text).toBe(
      [
        'profile practice, run run-1',
        '  hf-fills BTC-USDT, from 2023-11-14T22:13:20Z',
        '    sealed 2023-11-14T22:14:20Z .. 2023-11-14T23:03:20Z',
        '    read   2023-11-14T23:03:20Z .. 2023-11-14T23:13:20Z',
        '    gap    2023-11-14T22:13:20Z .. 2023-11-14T22:14:20Z',
        '  ledger: 2 rows',
      ].join('\n'),
    );
  });

  it('checks the archive while another process has it open', async () => {
    write();
    const open = openSqliteArchive({ path: join(folder, archiveFile) });
    expect(await run('verify')).toEqual({ code: 0, text: '2 rows from 1 stored answers were checked.' });
    // the check has ended its transaction: the other process continues to write
    const line = { accountId: 1, stream: 'hf-fills', symbol: 'BTC-USDT' } as const;
    expect(open.commitPage(commitOf(line, [row('c')])).addedAtMs).toHaveLength(1);
    expect(open.verify({}).rows).toBe(3);
    open.close();
  });

  it('names each fault, and says what to do', async () => {
    write();
    const database = new DatabaseSync(join(folder, archiveFile));
    database.exec("UPDATE pages SET sha256 = ''");
    database.close();
    const { code, text } = await run('verify');
    expect(code).toBe(1);
    expect(text).toContain('was changed after it was stored');
    expect(text).toContain('1 faults were found. Keep a copy of the file');
  });

  it('says that there is no archive, or why it cannot be read', async () => {
    expect(await run('verify')).toMatchObject({ code: 1, text: `There is no archive in ${folder}.` });
    writeFileSync(join(folder, archiveFile), 'not a database, but as long as one'.repeat(99));
    expect((await run('coverage')).text).toContain('cannot be read (damaged');
  });

  it('writes a backup and restores it, and says first that a lost passphrase is a lost backup', async () => {
    write();
    const backup = join(folder, 'backup.age');
    const { code, text } = await run('backup', '--to', backup);
    expect(code).toBe(0);
    expect(text.split('\n')).toEqual([
      expect.stringContaining('a lost passphrase is a lost backup'),
      `${backup} holds 2 rows from 1 stored answers, and was read back.`,
    ]);
    const restored = join(folder, 'restored');
    expect(await run('restore', backup, '--to', restored)).toMatchObject({ code: 0 });
    expect(await run('verify', '--data-dir', restored)).toMatchObject({ code: 0 });
    expect(await run('restore', backup, '--to', restored)).toMatchObject({ code: 1 });
    expect((await run('restore', join(folder, 'none'), '--to', join(folder, 'x'))).text).toContain(
      'cannot be restored',
    );
  });

  it('neither writes nor restores a backup without a passphrase', async () => {
    write();
    entered = null;
    const backup = join(folder, 'backup.age');
    expect(await run('backup', '--to', backup)).toMatchObject({ code: 1 });
    expect(existsSync(backup)).toBe(false);
    expect((await run('restore', backup, '--to', join(folder, 'x'))).text).toContain('no passphrase');
  });

  it('exports the requested formats and the time', async () => {
    write();
    const target = join(folder, 'export');
    const words = ['export', '--to', target, '--format', 'json', '--from', '2023-11-14T22:13:20.001Z'];
    expect(await run(...words)).toMatchObject({ code: 0 });
    expect(readdirSync(join(target, 'account-1'))).toContain('ledger.json');
    expect(readdirSync(join(target, 'account-1'))).not.toContain('ledger.csv');
    expect(JSON.parse(readFileSync(join(target, 'account-1', 'ledger.json'), 'utf8'))).toHaveLength(1);
  });

  it.each([
    [[]],
    [['verify', 'more']],
    [['verify', '--nonsense']],
    [['verify', '--to', 'x']],
    [['backup']],
    [['backup', '--to', 'x', '--format', 'csv']],
    [['restore', '--to', 'x']],
    [['restore', 'a', 'b', '--to', 'x']],
    [['export']],
    [['export', '--to', 'x', '--format', 'csv,xml']],
    [['export', '--to', 'x', '--from', 'yesterday']],
    [['delete', '--to', 'x']],
  ])('shows its usage for %j', async words => {
    write();
    expect(await run(...words)).toMatchObject({ code: 2, text: expect.stringContaining('restore FILE --to FOLDER') });
  });
});
