import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createAuditSeal } from '#store/audit/seal/seal.ts';
import { openStore } from '#store/store.ts';
import { intent, silent } from '#store/testing/journal-fixture.ts';
import { verifyStore } from '#store/testing/verify-store.ts';
import { type KeyringFixture, startKeyring, whyNoKeyring } from '../testing/keyring-fixture.ts';
import { createKeychain } from './keychain.ts';
import { forkKeyring } from './process.ts';

const child = fileURLToPath(new URL('child.ts', import.meta.url));
const why = whyNoKeyring();
const title = why === null ? 'the audit journal and a real keyring' : `a real keyring (skipped: ${why})`;

describe.skipIf(why !== null)(title, () => {
  let fixture: KeyringFixture;
  let dataDir: string;
  const keys: string[] = [];

  beforeAll(async () => {
    fixture = await startKeyring();
  });
  afterAll(async () => fixture.stop());
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'fathom-audit-real-'));
  });
  afterEach(() => removeFolder(dataDir));

  /** A start of Fathom: its own store, its own processes of the keychain. */
  const start = (deadlineMs = 10_000) => {
    const environment = { PATH: process.env['PATH'], ...fixture.environment };
    const { audit } = createKeychain({ start: forkKeyring(child, environment), log: silent, deadlineMs });
    const store = openStore({ dataDir, log: silent, nowMs: () => 1 });
    if (!store.ok) throw new Error(store.error.message);
    const notices: string[] = [];
    const seal = createAuditSeal({
      audit: store.value.audit,
      keychain: audit,
      hasAccount: () => true,
      nowMs: () => 1,
      later: () => () => {},
      log: silent,
      notice: message => void notices.push(message),
      hide: key => void keys.push(key),
    });
    const write = (id: string) => store.value.journal.append({ intent: intent(id), body: {} });
    return { seal, notices, write, close: () => store.value.close() };
  };
  const deleteJournal = () => {
    for (const name of readdirSync(dataDir).filter(each => each.startsWith('journal') || each === 'audit-end.json'))
      rmSync(join(dataDir, name));
  };

  it('audit keychain proves the rows over a restart, keeps the key out of the data folder, and finds a deleted journal', async () => {
    const first = start();
    await first.seal.begin();
    for (const id of ['a', 'b', 'c']) first.write(id);
    await first.seal.anchor();
    first.close();

    const second = start();
    await second.seal.begin();
    second.write('d');
    await second.seal.anchor();
    expect(second.notices).toEqual([]);
    expect(verifyStore({ dataDir }, await second.seal.evidence())).toMatchObject({ problem: null, provenTo: 4 });
    second.close();
    const [key] = keys;
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    for (const name of readdirSync(dataDir))
      expect(readFileSync(join(dataDir, name), 'latin1').includes(key ?? '')).toBe(false);

    deleteJournal();
    const third = start();
    await third.seal.begin();
    expect(third.notices.join(' ')).toContain('another audit journal of this data folder, with 4 rows');
    expect(await third.seal.accept('The journal was deleted.')).toMatchObject({ ok: true });
    expect(verifyStore({ dataDir }, await third.seal.evidence())).toMatchObject({ problem: null, provenTo: 1 });
    third.close();
  }, 600_000);

  it('audit keychain writes rows while the keychain does not answer, and protects them when it does', async () => {
    const first = start();
    await first.seal.begin();
    first.write('a');
    await first.seal.anchor();
    first.close();
    fixture.freezeDaemon();
    const second = start(500);
    const begun = second.seal.begin();
    second.write('b');
    await begun;
    const evidence = await second.seal.evidence();
    fixture.thawDaemon();
    expect(evidence.state).toBe('unavailable');
    expect(verifyStore({ dataDir }, evidence)).toMatchObject({ rows: 2, problem: null, provenTo: null });
    second.close();
    const third = start();
    await third.seal.begin();
    await third.seal.anchor();
    expect(third.notices).toEqual([]);
    expect(verifyStore({ dataDir }, await third.seal.evidence())).toMatchObject({ problem: null, provenTo: 3 });
    third.close();
  }, 600_000);
});
