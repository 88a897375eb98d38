import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { ApiKeyInfo } from '#shared/domain/account/account.ts';
import type { LinkStatus } from '#shared/domain/link.ts';
import type { ProfileCandidate } from '#shared/domain/profile/profile-candidate.ts';
import { fail, type FailureKind, type Result, succeed } from '#shared/errors.ts';
import type { ClientLink, ExchangeClient } from '#client/client.ts';
import { createFakeClient, type FakeClientOptions } from '#client/testing/fake-client.ts';
import type { Log } from '#log/log.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openSettings, type SettingsStore } from '#store/settings.ts';
import { createFakePrompt, type FakePrompt } from '#trusted/testing/fake-prompt.ts';
import { originsOf } from '../key-binding.ts';
import { createHeldKeys } from '../keyring/held-keys.ts';
import { createMemorySecrets } from '../memory-secrets.ts';
import { createProfileSelection, type ProfileSelection } from '../profile-selection.ts';
import { openProfiles, type ProfileList } from '../profiles.ts';
import type { ProfileSecret } from '../secret.ts';
import { createFakeKeychain } from './fake-keychain.ts';

/** What the tests of profiles share: a candidate, what the exchange says of its key, and a selection on a folder of its own. */

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
export const practice = {
  spotUrl: 'http://127.0.0.1:1',
  futuresUrl: 'http://127.0.0.1:2',
  headerPrefix: 'SVC',
  keyVersion: '2',
  key: 'practice-key',
  permissions: ['General'],
} as const;
export const practiceSecret = { key: 'practice-key', secret: 's', passphrase: 'p' };
export const candidate: ProfileCandidate = {
  name: 'Desk',
  colour: 'blue',
  preset: 'custom',
  spotUrl: 'https://spot.example.com',
  futuresUrl: 'https://futures.example.com',
  headerPrefix: 'SVC',
  keyVersion: '2',
  isReadOnly: true,
  storage: 'keychain',
};
/** What the user types in the trusted window. */
export const keyReply = {
  kind: 'enter-key',
  key: 'a-long-enough-key-9876',
  secret: 'the-secret',
  passphrase: 'the-passphrase',
  typed: 'spot.example.com futures.example.com',
  mayWithdraw: false,
} as const;
export const info: ApiKeyInfo = {
  keyHint: '9876',
  version: 2,
  permissions: ['General', 'Spot'],
  ipWhitelist: ['1.2.3.4'],
  remark: null,
  isMaster: true,
  createdAtMs: null,
};
export const good: FakeClientOptions = {
  connect: () => Promise.resolve(succeed({ offsetMs: 0, uncertaintyMs: 1, measuredAtMs: 1 })),
  reference: { serverTime: () => Promise.resolve(succeed(1)) },
  accounts: {
    apiKey: () => Promise.resolve(succeed(info)),
    baseFee: () => Promise.resolve(succeed({ takerFeeRate: '0', makerFeeRate: '0' })),
  },
};

interface Built {
  readonly identity: { readonly spotUrl: string };
  readonly secret: ProfileSecret;
  client: ExchangeClient;
  isClosed: boolean;
  publish: (link: ClientLink) => void;
}

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const nowMs = () => 1;
const quiet = () => {};
export const no =
  (kind: FailureKind, code = '') =>
  () =>
    Promise.resolve(fail(kind, 'no', { code }));

/** The fixture of the current test; created before each. */
interface SelectionRun {
  dataDir: string;
  profiles: ProfileList;
  settings: SettingsStore;
  keychain: ReturnType<typeof createFakeKeychain>;
  parts: FakeClientOptions;
  built: Built[];
  changes: { activeId: string; names: string[] }[];
  links: LinkStatus[];
  opened: string[];
  /** what is answered when a profile is to be opened, and what was asked */
  mayOpen: Result<null>;
  mayUse: Result<null>;
  notices: string[];
  askedToOpen: { name: string; canAsk: boolean }[];
  selection: ProfileSelection;
  /** the user at the trusted window; enters the key and agrees to everything, unless a test says otherwise */
  prompt: FakePrompt;
  isRoot: boolean;
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- filled before the first test begins
export const run = {} as SelectionRun;

/** As a start of the program: what is on disk stays, memory does not. */
export function startSelection(): ProfileSelection {
  const notice = quiet;
  const { dataDir } = run;
  run.profiles = must(openProfiles({ dataDir, practice, nowMs, notice }));
  if (Object.hasOwn(run, 'settings')) run.settings.close();
  run.settings = must(openSettings({ dataDir, nowMs, notice }));
  const memory = createMemorySecrets();
  void memory.save('practice', practiceSecret, { origins: originsOf(practice), grants: { mayTrade: true } });
  return createProfileSelection({
    profiles: run.profiles,
    settings: run.settings,
    keychain: run.keychain,
    memory,
    keys: createHeldKeys({ profiles: run.profiles, keychain: run.keychain, memory }),
    notice: message => run.notices.push(message),
    prompt: run.prompt,
    isRoot: run.isRoot,
    log: silent,
    buildClient: (identity, secret) => {
      const entry: Built = { identity, secret, isClosed: false, publish: quiet, client: createFakeClient() };
      entry.client = createFakeClient({
        ...run.parts,
        close: () => {
          entry.isClosed = true;
        },
        onLink: listener => {
          entry.publish = listener;
          return () => {
            entry.publish = quiet;
          };
        },
      });
      run.built.push(entry);
      return entry.client;
    },
    mayOpen: (profile, canAsk) => {
      run.askedToOpen.push({ name: profile.name, canAsk });
      return Promise.resolve(run.mayOpen);
    },
    mayUse: () => run.mayUse,
    onProfiles: state =>
      run.changes.push({ activeId: state.activeId, names: state.profiles.map(profile => profile.name) }),
    onLink: link => run.links.push(link),
    onOpened: account => run.opened.push(account.profile.name),
    onClosed: () => run.opened.push('closed'),
  });
}

/** Call it once in a test file. */
export function testOnSelection(): void {
  beforeEach(() => {
    run.dataDir = mkdtempSync(join(tmpdir(), 'fathom-selection-'));
    run.keychain = createFakeKeychain();
    run.prompt = createFakePrompt([keyReply, { kind: 'confirm', typed: candidate.name }]);
    run.isRoot = false;
    run.parts = good;
    run.built = [];
    run.changes = [];
    run.links = [];
    run.opened = [];
    run.mayOpen = succeed(null);
    run.mayUse = succeed(null);
    run.notices = [];
    run.askedToOpen = [];
    run.selection = startSelection();
  });
  afterEach(() => {
    run.selection.close();
    run.settings.close();
    removeFolder(run.dataDir);
  });
}

export const connect = async (change: Partial<ProfileCandidate> = {}) =>
  must(await run.selection.connect({ ...candidate, ...change })).profile;
export const value = <T>(result: T) => Promise.resolve(succeed(result));
