import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectMode } from '#os/testing/file-mode.ts';
import type { ProfileCandidate } from '#shared/domain/profile/profile-candidate.ts';
import { succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createFakePrompt } from '#trusted/testing/fake-prompt.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { connectProfile } from '../connect.ts';
import { createKeychain, type Keychain } from './keychain.ts';
import { forkKeyring } from './process.ts';
import { type KeyringFixture, startKeyring, whyNoKeyring } from '../testing/keyring-fixture.ts';
import { openProfiles } from '../profiles.ts';
import type { ProfileSecret } from '../secret.ts';
import { createMemorySecrets } from '../memory-secrets.ts';

const origins = {
  spotUrl: 'https://spot.example.com',
  futuresUrl: 'https://futures.example.com',
  headerPrefix: 'SVC',
  keyVersion: '2',
} as const;
const grants = { mayTrade: false };
const binding = { origins, grants };
const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const child = fileURLToPath(new URL('child.ts', import.meta.url));
const canaries = { key: 'CANARY-key-5b1f', secret: 'CANARY-secret-90ac', passphrase: 'CANARY-pass-77de' };
const secretOf = (n: number): ProfileSecret => ({ ...canaries, key: `${canaries.key}-${n}` });
const why = whyNoKeyring();
const title = why === null ? 'a real keyring' : `a real keyring (skipped: ${why})`;

function keychainAt(environment: Readonly<Record<string, string>>, deadlineMs = 10_000): Keychain {
  const all = { PATH: process.env['PATH'], ...environment };
  return createKeychain({ start: forkKeyring(child, all), log: silent, deadlineMs });
}

describe.skipIf(why !== null)(title, () => {
  let fixture: KeyringFixture;
  let keychain: Keychain;

  beforeAll(async () => {
    fixture = await startKeyring();
    keychain = keychainAt(fixture.environment);
  });
  afterAll(async () => fixture.stop());

  it('real keychain passes the canary test, and returns stored secrets byte for byte', async () => {
    expect(await keychain.probe()).toEqual({ state: 'ready', detail: 'Secret Service' });
    const odd = { key: 'k', secret: 'ünïcødé 🔑 "quoted" \\ \n', passphrase: ' blanks ' };
    expect(await keychain.save('odd', odd, binding)).toMatchObject({ ok: true });
    // read by another store: another process, another start of the program
    expect(await keychainAt(fixture.environment).read('odd', origins)).toEqual(succeed({ secret: odd, grants }));
    expect(await keychain.save('odd', canaries, binding)).toMatchObject({ ok: true });
    expect(await keychain.read('odd', origins)).toEqual(succeed({ secret: canaries, grants }));
    expect(await keychain.remove('odd')).toMatchObject({ ok: true });
    expect(await keychain.remove('odd')).toMatchObject({ ok: true });
    expect(await keychain.read('odd', origins)).toMatchObject({ ok: false, error: { kind: 'no-secret' } });
  });

  it('real keychain names the items without a profile, without their secret, and removes one (fault 39)', async () => {
    const service = keychainAt(fixture.environment);
    await service.save('left-over', canaries, binding);
    await service.save('in-use', canaries, binding);
    const accounts = await service.accounts();
    expect(accounts.ok && accounts.value.toSorted()).toEqual(['in-use', 'left-over']);
    expect(JSON.stringify(accounts)).not.toContain('CANARY');
    for (const account of ['left-over', 'in-use']) await service.remove(account);
    expect(await service.accounts()).toEqual(succeed([]));
  });

  it('real keychain keeps 20 secrets written at the same time apart', async () => {
    const saved = await Promise.all(Array.from({ length: 20 }, (_, n) => keychain.save(`p${n}`, secretOf(n), binding)));
    expect(saved.every(result => result.ok)).toBe(true);
    for (const n of [0, 7, 19])
      expect(await keychain.read(`p${n}`, origins)).toEqual(succeed({ secret: secretOf(n), grants }));
    // each is a process of its own, and on a busy machine they wait for one another
  }, 240_000);

  it('real keychain is the only place with the secret of a connected profile, and the data folder is private', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fathom-connect-'));
    const practice = {
      spotUrl: 'http://127.0.0.1:1',
      futuresUrl: 'http://127.0.0.1:2',
      headerPrefix: 'SVC',
      keyVersion: '2',
      key: 'practice',
      permissions: [],
    } as const;
    const profiles = openProfiles({ dataDir, practice, nowMs: () => 1, notice: () => {} });
    if (!profiles.ok) throw new Error(profiles.error.message);
    const info = {
      keyHint: 'x',
      version: 2,
      permissions: ['General'],
      ipWhitelist: ['1.2.3.4'],
      remark: null,
      isMaster: true,
      createdAtMs: null,
    };
    const client = createFakeClient({
      connect: () => Promise.resolve(succeed({ offsetMs: 0, uncertaintyMs: 1, measuredAtMs: 1 })),
      reference: { serverTime: () => Promise.resolve(succeed(1)) },
      accounts: { apiKey: () => Promise.resolve(succeed(info)) },
    });
    const candidate: ProfileCandidate = {
      name: 'Real',
      colour: 'blue',
      preset: 'custom',
      spotUrl: 'https://spot.example.com',
      futuresUrl: 'https://futures.example.com',
      headerPrefix: 'SVC',
      keyVersion: '2',
      isReadOnly: true,
      storage: 'keychain',
    };
    const prompt = createFakePrompt([{ kind: 'enter-key', ...canaries, typed: '', mayWithdraw: false }]);
    const options = {
      profiles: profiles.value,
      keychain,
      memory: createMemorySecrets(),
      buildClient: () => client,
      isRoot: false,
      prompt,
    };
    const connected = await connectProfile(candidate, options);
    if (!connected.ok) throw new Error(connected.error.message);
    expect(await keychain.read(connected.value.profile.id, connected.value.profile)).toEqual(
      succeed({ secret: canaries, grants: { mayTrade: false, permissions: ['General'], name: 'Real' } }),
    );
    const names = readdirSync(dataDir);
    expect(names.toSorted()).toEqual(['profiles.json', 'profiles.json.bak']);
    for (const name of names) {
      const text = readFileSync(join(dataDir, name), 'utf8');
      for (const canary of Object.values(canaries)) expect(text).not.toContain(canary);
      expectMode(join(dataDir, name), 0o600);
    }
    expect(JSON.stringify(connected.value)).not.toContain('CANARY');
    removeFolder(dataDir);
  });

  it('real keychain reports an unresponsive daemon as locked, and works when it answers again', async () => {
    await keychain.save('frozen', canaries, binding);
    fixture.freezeDaemon();
    const impatient = keychainAt(fixture.environment, 500);
    const read = await impatient.read('frozen', origins);
    fixture.thawDaemon();
    expect(read).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    expect(read.ok ? '' : read.error.message).toContain('no answer within 0.5 s');
    expect(await keychain.read('frozen', origins)).toEqual(succeed({ secret: canaries, grants }));
  });

  it('real keychain answers with a typed error when the daemon dies or restarts locked, and never hangs', async () => {
    await keychain.save('kept', canaries, binding);
    await fixture.killDaemon();
    expect(await keychain.read('kept', origins)).toMatchObject({ ok: false, error: { kind: 'no-keychain' } });
    expect(await keychainAt(fixture.environment).save('x', canaries, binding)).toMatchObject({
      ok: false,
      error: { kind: 'no-keychain' },
    });
    await fixture.startLocked();
    expect(await keychain.read('kept', origins)).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    const fresh = keychainAt(fixture.environment);
    expect(await fresh.probe()).toMatchObject({ state: 'locked' });
    expect(await fresh.save('x', canaries, binding)).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    expect(await fresh.remove('kept')).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
  });
});

describe.skipIf(process.platform !== 'linux')('a system without D-Bus', () => {
  it('has no keychain, and writes no secret anywhere, also not to the kernel’s keyring', async () => {
    const nowhere = keychainAt({ HOME: '/nonexistent', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' });
    expect(await nowhere.probe()).toMatchObject({ state: 'missing' });
    expect(await nowhere.save('x', canaries, binding)).toMatchObject({ ok: false, error: { kind: 'no-keychain' } });
    expect(await nowhere.read('x', origins)).toMatchObject({ ok: false, error: { kind: 'no-keychain' } });
  });
});
