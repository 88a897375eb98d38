import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiKeyInfo } from '#shared/domain/account.ts';
import type { LinkStatus } from '#shared/domain/link.ts';
import type { ProfileCandidate } from '#shared/domain/profile.ts';
import { type FailureKind, fail, type Result, succeed } from '#shared/errors.ts';
import type { ClientLink, ExchangeClient } from '#client/client.ts';
import type { Log } from '#log/log.ts';
import { openSettings, type SettingsStore } from '#store/settings.ts';
import { createFakeClient, type FakeParts } from '#client/testing/fake-client.ts';
import { createProfileSelection, type ProfileSelection } from './profile-selection.ts';
import { openProfiles, type ProfileList } from './profiles.ts';
import type { ProfileSecret, SecretStore } from './secret.ts';
import { createMemorySecrets } from './memory-secrets.ts';

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const practice = {
  spotUrl: 'http://127.0.0.1:1',
  futuresUrl: 'http://127.0.0.1:2',
  headerPrefix: 'SVC',
  keyVersion: '2',
  key: 'practice-key',
  permissions: ['General'],
} as const;
const practiceSecret = { key: 'practice-key', secret: 's', passphrase: 'p' };
const candidate: ProfileCandidate = {
  name: 'Desk',
  colour: 'blue',
  preset: 'custom',
  spotUrl: 'https://spot.example.com',
  futuresUrl: 'https://futures.example.com',
  headerPrefix: 'SVC',
  keyVersion: '2',
  isReadOnly: true,
  key: 'a-long-enough-key-9876',
  secret: 'the-secret',
  passphrase: 'the-passphrase',
  mayWithdraw: false,
  storage: 'keychain',
};
const info: ApiKeyInfo = {
  keyHint: '9876',
  version: 2,
  permissions: ['General', 'Spot'],
  ipWhitelist: ['1.2.3.4'],
  remark: null,
  isMaster: true,
  createdAtMs: null,
};
const good: FakeParts = {
  connect: () => Promise.resolve(succeed({ offsetMs: 0, uncertaintyMs: 1, measuredAtMs: 1 })),
  reference: { serverTime: () => Promise.resolve(succeed(1)) },
  accounts: {
    apiKey: () => Promise.resolve(succeed(info)),
    baseFee: () => Promise.resolve(succeed({ takerFeeRate: '0', makerFeeRate: '0' })),
  },
};

/** A keychain in memory that can be locked, slow, or refuse to remove. */
function fakeKeychain(): SecretStore & {
  refusal: Result<never> | null;
  touched: number;
  items: Map<string, ProfileSecret>;
  gate: Promise<void>;
} {
  const items = new Map<string, ProfileSecret>();
  const touch = async <T>(answer: () => Result<T>): Promise<Result<T>> => {
    keychain.touched += 1;
    await keychain.gate;
    return keychain.refusal ?? answer();
  };
  const keychain = {
    backend: 'Fake Keychain',
    refusal: null as Result<never> | null,
    touched: 0,
    items,
    gate: Promise.resolve(),
    probe: () => Promise.resolve({ state: 'ready', detail: '' } as const),
    save: (id: string, secret: ProfileSecret) =>
      touch(() => {
        items.set(id, secret);
        return succeed(null);
      }),
    read: (id: string) =>
      touch(() => {
        const secret = items.get(id);
        return secret === undefined ? fail('no-secret', 'none') : succeed(secret);
      }),
    remove: (id: string) =>
      touch(() => {
        items.delete(id);
        return succeed(null);
      }),
  };
  return keychain;
}

interface Built {
  readonly identity: { readonly spotUrl: string };
  readonly secret: ProfileSecret;
  client: ExchangeClient;
  isClosed: boolean;
  tell: (link: ClientLink) => void;
}

let dataDir = '';
let profiles: ProfileList;
let settings: SettingsStore;
let keychain: ReturnType<typeof fakeKeychain>;
let parts: FakeParts;
let built: Built[];
let changes: { activeId: string; names: string[] }[];
let links: LinkStatus[];
let opened: string[];
let selection: ProfileSelection;

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const nowMs = () => 1;
const quiet = () => {};
const no =
  (kind: FailureKind, code = '') =>
  () =>
    Promise.resolve(fail(kind, 'no', { code }));

/** As a start of the program: what is on disk stays, memory does not. */
function startSelection(): ProfileSelection {
  const notice = quiet;
  profiles = must(openProfiles({ dataDir, practice, nowMs, notice }));
  settings = must(openSettings({ dataDir, nowMs, notice }));
  const memory = createMemorySecrets();
  void memory.save('practice', practiceSecret);
  return createProfileSelection({
    profiles,
    settings,
    keychain,
    memory: memory,
    log: silent,
    buildClient: (identity, secret) => {
      const entry: Built = { identity, secret, isClosed: false, tell: quiet, client: createFakeClient() };
      entry.client = createFakeClient({
        ...parts,
        close: () => {
          entry.isClosed = true;
        },
        onLink: listener => {
          entry.tell = listener;
          return () => {
            entry.tell = quiet;
          };
        },
      });
      built.push(entry);
      return entry.client;
    },
    onProfiles: state => changes.push({ activeId: state.activeId, names: state.profiles.map(profile => profile.name) }),
    onLink: link => links.push(link),
    onOpened: account => opened.push(account.profile.name),
    onClosed: () => opened.push('closed'),
  });
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-session-'));
  keychain = fakeKeychain();
  parts = good;
  built = [];
  changes = [];
  links = [];
  opened = [];
  selection = startSelection();
});
afterEach(() => {
  selection.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const connect = async (change: Partial<ProfileCandidate> = {}) =>
  must(await selection.connect({ ...candidate, ...change })).profile;
const value = <T>(result: T) => Promise.resolve(succeed(result));

describe('connecting a profile', () => {
  it('stores the secret and the profile after the exchange said yes, and answers without the secret', async () => {
    const connected = must(await selection.connect(candidate));
    expect(connected.profile).toMatchObject({
      name: 'Desk',
      keyHint: '9876',
      permissions: ['General', 'Spot'],
      secretHome: 'keychain',
    });
    expect(connected.warnings).toEqual([]);
    expect(JSON.stringify(connected)).not.toMatch(/the-secret|the-passphrase|long-enough/);
    expect(keychain.items.get(connected.profile.id)).toEqual({
      key: candidate.key,
      secret: candidate.secret,
      passphrase: candidate.passphrase,
    });
    expect(changes.at(-1)?.names).toEqual(['Practice', 'Desk']);
    expect(built.every(entry => entry.isClosed)).toBe(true);
  });

  it('stores nothing when a piece is wrong, and names it', async () => {
    const wrong: [FakeParts, string][] = [
      [{ ...good, reference: { serverTime: no('unreachable') } }, 'spotUrl'],
      [
        { ...good, reference: { serverTime: ({ venue }) => (venue === 'spot' ? value(1) : no('tls')()) } },
        'futuresUrl',
      ],
      [{ ...good, connect: no('unreachable') }, 'spotUrl'],
      [{ ...good, accounts: { apiKey: no('unknown-key') } }, 'key'],
      [{ ...good, accounts: { apiKey: no('wrong-passphrase') } }, 'passphrase'],
      [{ ...good, accounts: { apiKey: no('wrong-signature') } }, 'secret'],
      [{ ...good, accounts: { apiKey: no('wrong-signature', '400001') } }, 'headerPrefix'],
      [{ ...good, accounts: { apiKey: no('not-found'), baseFee: no('permission') } }, 'key'],
    ];
    for (const [faulty, field] of wrong) {
      parts = faulty;
      expect(await selection.connect(candidate)).toMatchObject({ ok: false, error: { field } });
    }
    expect(await selection.connect({ ...candidate, spotUrl: 'http://example.com' })).toMatchObject({
      ok: false,
      error: { field: 'spotUrl' },
    });
    expect(await selection.connect({ ...candidate, name: 'practice' })).toMatchObject({
      ok: false,
      error: { field: 'name' },
    });
    expect(keychain.touched).toBe(0);
    expect(profiles.all()).toHaveLength(1);
    expect(built.every(entry => entry.isClosed)).toBe(true);
  });

  it('refuses a key that can withdraw, unless the user takes it in so many words', async () => {
    const strong = { ...info, permissions: ['General', 'Withdrawal'] };
    parts = { ...good, accounts: { ...good.accounts, apiKey: () => Promise.resolve(succeed(strong)) } };
    expect(await selection.connect(candidate)).toMatchObject({
      ok: false,
      error: { kind: 'permission', field: 'mayWithdraw', message: expect.stringContaining('Nothing was stored') },
    });
    expect(profiles.all()).toHaveLength(1);
    expect(keychain.items.size).toBe(0);
    const taken = must(await selection.connect({ ...candidate, mayWithdraw: true }));
    expect(taken.warnings[0]).toMatch(/^DANGER/);
  });

  it('falls back to the base fee where keys cannot be asked for, and warns', async () => {
    parts = {
      ...good,
      accounts: { ...good.accounts, apiKey: () => Promise.resolve(fail('not-found', 'no', { code: '404000' })) },
    };
    const connected = must(await selection.connect(candidate));
    expect(connected.profile.permissions).toEqual([]);
    expect(connected.warnings).toHaveLength(1);
  });

  it('shows no hint of a short key, whose last four would be half of it', async () => {
    expect((await connect({ key: 'short-key' })).keyHint).toBe('');
  });

  it('keeps no profile when the keychain refuses, and no secret when the profile cannot be written', async () => {
    keychain.refusal = fail('keychain-locked', 'locked');
    expect(await selection.connect(candidate)).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    expect(profiles.all()).toHaveLength(1);
    keychain.refusal = null;
    rmSync(dataDir, { recursive: true });
    expect(await selection.connect(candidate)).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(keychain.items.size).toBe(0);
  });

  it('says where a secret was left that it could not take back', async () => {
    rmSync(dataDir, { recursive: true });
    const { save } = keychain;
    const once: SecretStore['save'] = async (id, secret) => {
      const saved = await save(id, secret);
      keychain.refusal = fail('keychain-locked', 'locked');
      return saved;
    };
    Object.assign(keychain, { save: once });
    const failed = await selection.connect(candidate);
    expect(failed).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(failed.ok ? '' : failed.error.message).toContain([...keychain.items.keys()][0]);
  });

  it('keeps one of two that take the same name at the same time', async () => {
    const [first, second] = await Promise.all([selection.connect(candidate), selection.connect(candidate)]);
    expect([first.ok, second.ok].filter(Boolean)).toHaveLength(1);
    expect(keychain.items.size).toBe(1);
  });
});

describe('the chosen profile', () => {
  it('is practice at first, without a touch of the keychain', async () => {
    expect(await selection.onAccount('practice', () => value(1))).toMatchObject({
      ok: false,
      error: { kind: 'no-secret' },
    });
    must(await selection.start(null));
    expect(await selection.onAccount('practice', account => value(account.profile.id))).toEqual(succeed('practice'));
    expect(built[0]?.secret).toEqual(practiceSecret);
    expect(opened).toEqual(['Practice']);
    expect(keychain.touched).toBe(0);
  });

  it('answers no call for a profile that is not the chosen one any more', async () => {
    must(await selection.start(null));
    const profile = await connect();
    must(await selection.select(profile.id));
    expect(await selection.onAccount('practice', () => value(1))).toMatchObject({
      ok: false,
      error: { kind: 'no-profile' },
    });
    expect(await selection.onWritableAccount('practice', () => value(1))).toMatchObject({
      ok: false,
      error: { kind: 'no-profile' },
    });
    expect(await selection.onAccount(profile.id, () => value(1))).toEqual(succeed(1));
  });

  it('refuses every write while it is read-only, and lets it through once it is not', async () => {
    const profile = await connect();
    must(await selection.select(profile.id));
    let written = 0;
    const write = () => value((written += 1));
    expect(await selection.onWritableAccount(profile.id, write)).toMatchObject({
      ok: false,
      error: { kind: 'read-only' },
    });
    expect(written).toBe(0);
    must(selection.update(profile.id, { name: 'Desk', colour: 'rose', isReadOnly: false }));
    expect(await selection.onWritableAccount(profile.id, write)).toEqual(succeed(1));
    expect(changes.at(-1)?.activeId).toBe(profile.id);
  });

  it('closes the client before it, and tells of its own line only', async () => {
    must(await selection.start(null));
    const profile = await connect();
    const first = built[0];
    must(await selection.select(profile.id));
    expect(first?.isClosed).toBe(true);
    const link = { hosts: [], clock: { offsetMs: 1, measuredAtMs: 1, uncertaintyMs: 1 }, pools: [] };
    first?.tell(link);
    built.at(-1)?.tell(link);
    expect(links).toEqual([{ profileId: profile.id, ...link }]);
    const count = built.length;
    must(await selection.select(profile.id));
    expect(built).toHaveLength(count);
  });

  it('is opened again at the next start; by name if one is given', async () => {
    const profile = await connect();
    must(await selection.select(profile.id));
    selection.close();
    selection = startSelection();
    expect(must(await selection.start(null)).id).toBe(profile.id);
    expect(built.at(-1)?.secret.secret).toBe('the-secret');
    selection = startSelection();
    expect(must(await selection.start('PRACTICE')).id).toBe('practice');
    expect(await selection.start('nobody')).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
  });

  it('falls back to practice when the last one is gone', async () => {
    settings.change({ activeProfileId: 'gone' });
    expect(must(await selection.start(null)).id).toBe('practice');
  });

  it('stays chosen and shut at a start with a locked keychain, and opens when selected again', async () => {
    const profile = await connect();
    must(await selection.select(profile.id));
    selection = startSelection();
    keychain.refusal = fail('keychain-locked', 'locked');
    expect(await selection.start(null)).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    expect(selection.state().activeId).toBe(profile.id);
    expect(await selection.onAccount(profile.id, () => value(1))).toMatchObject({
      ok: false,
      error: { kind: 'keychain-locked' },
    });
    keychain.refusal = null;
    must(await selection.select(profile.id));
    expect(await selection.onAccount(profile.id, () => value(1))).toEqual(succeed(1));
  });

  it('does not change when the one selected cannot be opened, or does not exist', async () => {
    must(await selection.start(null));
    const profile = await connect();
    keychain.refusal = fail('keychain-locked', 'locked');
    expect(await selection.select(profile.id)).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    expect(await selection.select('gone')).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
    expect(selection.state().activeId).toBe('practice');
    expect(await selection.onAccount('practice', () => value(1))).toEqual(succeed(1));
  });

  it('is the last one selected when two are selected at once', async () => {
    must(await selection.start(null));
    const slow = await connect();
    const release = Promise.withResolvers<void>();
    keychain.gate = release.promise;
    const first = selection.select(slow.id);
    keychain.gate = Promise.resolve();
    const other = await connect({ name: 'Other', storage: 'session' });
    must(await selection.select(other.id));
    release.resolve();
    expect(await first).toMatchObject({ ok: false, error: { kind: 'closed' } });
    expect(selection.state().activeId).toBe(other.id);
  });

  it('is not opened when it was removed while the keychain was asked', async () => {
    must(await selection.start(null));
    const profile = await connect();
    const release = Promise.withResolvers<void>();
    keychain.gate = release.promise;
    const selecting = selection.select(profile.id);
    keychain.gate = Promise.resolve();
    must(await selection.remove(profile.id));
    release.resolve();
    expect(await selecting).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
  });

  it('is not looked for in another keychain than the one its key was put in', async () => {
    const profile = await connect();
    Object.assign(keychain, { backend: 'Another' });
    keychain.touched = 0;
    const refused = await selection.select(profile.id);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'no-secret' } });
    expect(refused.ok ? '' : refused.error.message).toContain('Fake Keychain');
    expect(keychain.touched).toBe(0);
  });

  it('whose key is in memory is gone after a restart', async () => {
    const profile = await connect({ storage: 'session' });
    must(await selection.select(profile.id));
    expect(settings.read().activeProfileId).toBeNull();
    expect(keychain.touched).toBe(0);
    selection = startSelection();
    expect(selection.state().profiles.map(({ name }) => name)).toEqual(['Practice']);
  });
});

describe('removing a profile', () => {
  it('removes its secret and goes to practice', async () => {
    must(await selection.start(null));
    const profile = await connect();
    must(await selection.select(profile.id));
    expect(await selection.remove(profile.id)).toEqual(succeed({ id: profile.id }));
    expect(keychain.items.size).toBe(0);
    expect(selection.state()).toMatchObject({ activeId: 'practice' });
    expect(selection.state().profiles).toHaveLength(1);
    expect(await selection.onAccount('practice', () => value(1))).toEqual(succeed(1));
  });

  it('does nothing when the keychain refuses, when it is practice, or when there is none', async () => {
    const profile = await connect();
    keychain.refusal = fail('keychain-locked', 'locked');
    expect(await selection.remove(profile.id)).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    expect(selection.state().profiles).toHaveLength(2);
    expect(await selection.remove('practice')).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    expect(await selection.remove('gone')).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
    keychain.refusal = null;
    rmSync(dataDir, { recursive: true });
    expect(await selection.remove(profile.id)).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(selection.update('gone', { name: 'x', colour: 'blue', isReadOnly: true })).toMatchObject({ ok: false });
  });
});

describe('practice', () => {
  it('is told to be closed before another one is opened, and when all ends', async () => {
    await selection.start(null);
    await selection.connect(candidate);
    await selection.select(profiles.all()[1]?.id ?? '');
    selection.close();
    expect(opened).toEqual(['Practice', 'closed', 'Desk', 'closed']);
  });

  it('is opened anew when its exchange was started again', async () => {
    must(await selection.start(null));
    await selection.setPractice({ ...practice, spotUrl: 'http://127.0.0.1:9' }, { ...practiceSecret, secret: 'new' });
    expect(built.map(entry => [entry.identity.spotUrl, entry.secret.secret, entry.isClosed])).toEqual([
      ['http://127.0.0.1:1', 's', true],
      ['http://127.0.0.1:9', 'new', false],
    ]);
  });

  it('is only noted while another profile is open', async () => {
    const profile = await connect();
    must(await selection.select(profile.id));
    const count = built.length;
    await selection.setPractice({ ...practice, spotUrl: 'http://127.0.0.1:9' }, practiceSecret);
    expect(built).toHaveLength(count);
    expect(selection.state().profiles[0]?.spotUrl).toBe('http://127.0.0.1:9');
  });

  it('closes with the selection, and what was opening stays shut', async () => {
    const starting = selection.start(null);
    selection.close();
    expect(await starting).toMatchObject({ ok: false, error: { kind: 'closed' } });
    expect(await selection.onAccount('practice', () => value(1))).toMatchObject({
      ok: false,
      error: { kind: 'closed' },
    });
  });
});
