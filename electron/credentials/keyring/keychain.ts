import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { KeychainStatus } from '#shared/contract.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { operatingSystem } from '#os/operating-system.ts';
import type { Log } from '#log/log.ts';
import { checkOrigins, type KeyBinding, type KeyOrigins, noGrants } from '../key-binding.ts';
import type { AuditKeychain } from '#store/audit/seal/audit-keychain.ts';
import { type HeldKey, KeyItem, ProfileSecret, type SecretStore } from '../secret.ts';
import type { KeyringAnswer, KeyringRequest } from './protocol.ts';
import { askKeyring, type Later, later, type StartKeyringProcess } from './process.ts';

export interface KeychainOptions {
  readonly start: StartKeyringProcess;
  readonly log: Log;
  readonly platform?: NodeJS.Platform;
  readonly deadlineMs?: number;
  readonly later?: Later;
}

/** One text that belongs to no profile. Errors: `no-keychain`, `keychain-locked`. */
export interface KeychainItem {
  /** null: there is none to be seen now */
  readonly read: () => Promise<Result<string | null>>;
  readonly write: (text: string) => Promise<Result<null>>;
  /** one that is not there is no error */
  readonly remove: () => Promise<Result<null>>;
}

/** The operating system's keychain, which may also hold what no profile knows any more. */
export interface Keychain extends SecretStore {
  /** what the lock keeps; never a key */
  readonly lockItem: KeychainItem;
  /** what protects the audit journals; never a key of the exchange */
  readonly audit: AuditKeychain;
  /** the password of a database of the archive, by `host:port/database` */
  readonly archivePassword: (name: string) => Pick<KeychainItem, 'read' | 'write'>;
  /** whose secrets are in it, by profile id; never a secret */
  readonly accounts: () => Promise<Result<readonly string[]>>;
}

const service = 'Fathom';
const Accounts = z.array(z.string());
const defaultDeadlineMs = 10_000;
/** macOS asks for the user's password before it answers, and the user may have to look for it. */
const macDeadlineMs = 120_000;
/** What Windows takes for one item, which is kept in UTF-16 (CRED_MAX_CREDENTIAL_BLOB_SIZE). */
const windowsItemBytes = 2560;

function deadlineOf(platform: NodeJS.Platform): number {
  return platform === 'darwin' ? macDeadlineMs : defaultDeadlineMs;
}

/** The name of the operating system's keychain. */
export function backendOf(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'macOS Keychain';
  return platform === 'win32' ? 'Windows Credential Manager' : 'Secret Service';
}

/**
 * Secrets in the operating system's keychain. It is not touched before the first call. Before anything real is written
 * a canary is written, read by a second process and deleted: that unmasks a keychain that forgets or does not open.
 */
export function createKeychain(options: KeychainOptions): Keychain {
  const platform = options.platform ?? operatingSystem.platform;
  const backend = backendOf(platform);
  const ask = createQueue({ deadlineMs: deadlineOf(platform), ...options });
  let ready: KeychainStatus | null = null;
  let probing: Promise<KeychainStatus> | null = null;

  const test = async (): Promise<KeychainStatus> => {
    const status = describe(await testCanary(ask, platform), backend);
    options.log.info('keychain.probed', { state: status.state });
    if (status.state === 'ready') ready = status;
    probing = null;
    return status;
  };
  const probe = (): Promise<KeychainStatus> => {
    if (ready !== null) return Promise.resolve(ready);
    probing ??= test();
    return probing;
  };

  const write = (account: string, secret: ProfileSecret, binding: KeyBinding): Promise<Result<null>> => {
    const text = JSON.stringify({ ...secret, ...binding });
    const size = checkItemSize(text, { platform, backend });
    return size.ok ? createItem(ask, backend, { service, account }).write(text) : Promise.resolve(size);
  };
  const read = async (account: string, origins: KeyOrigins): Promise<Result<HeldKey>> => {
    const answer = await ask({ action: 'read', service, account });
    return answer.state === 'done' ? parseItem(answer.text, backend, origins) : failedAs(answer, backend);
  };
  // a change reads what it writes back, so that two at once would lose one
  let changing: Promise<unknown> = Promise.resolve();

  return {
    backend,
    probe,
    save: async (profileId, secret, binding) => {
      const status = await probe();
      return status.state === 'ready' ? write(profileId, secret, binding) : failed(status.state, status.detail);
    },
    read,
    changeGrants: (profileId, origins, change) => {
      const changed = changing.then(async () => {
        const held = await read(profileId, origins);
        if (!held.ok) return held;
        const grants = change(held.value.grants);
        const written = await write(profileId, held.value.secret, { origins, grants });
        return written.ok ? succeed(grants) : written;
      });
      changing = changed;
      return changed;
    },
    lockItem: createItem(ask, backend, { service: `${service} lock`, account: 'PIN' }),
    audit: {
      probe,
      key: journalId => createItem(ask, backend, { service: `${service} audit key`, account: journalId }),
      head: journalId => createItem(ask, backend, { service: `${service} audit head`, account: journalId }),
      journals: () => findAccounts(ask, backend, `${service} audit head`),
    },
    archivePassword: name => createItem(ask, backend, { service: `${service} archive`, account: name }),
    accounts: () => findAccounts(ask, backend, service),
    remove: profileId => createItem(ask, backend, { service, account: profileId }).remove(),
  };
}

type Ask = (request: KeyringRequest) => Promise<KeyringAnswer>;

function createItem(ask: Ask, backend: string, item: { service: string; account: string }): KeychainItem {
  return {
    read: async () => {
      const answer = await ask({ action: 'read', ...item });
      return answer.state === 'done' ? succeed(answer.text) : failedAs(answer, backend);
    },
    write: async text => {
      const answer = await ask({ action: 'write', ...item, text });
      return answer.state === 'done' ? succeed(null) : failedAs(answer, backend);
    },
    remove: async () => {
      const answer = await ask({ action: 'delete', ...item });
      return answer.state === 'done' ? succeed(null) : failedAs(answer, backend);
    },
  };
}

async function findAccounts(ask: Ask, backend: string, of: string): Promise<Result<readonly string[]>> {
  const answer = await ask({ action: 'find', service: of });
  if (answer.state !== 'done') return failedAs(answer, backend);
  const accounts = Accounts.safeParse(parseJson(answer.text ?? '[]'));
  return accounts.success ? succeed(accounts.data) : failed('missing', `The ${backend} answered nonsense.`);
}

/** One question at a time: a locked keychain shows one prompt, not twenty. */
function createQueue({ start, deadlineMs, later: schedule }: KeychainOptions & { readonly deadlineMs: number }): Ask {
  let tail: Promise<unknown> = Promise.resolve();
  return request => {
    const answer = tail.then(() => askKeyring({ start, request, deadlineMs, later: schedule ?? later }));
    tail = answer;
    return answer;
  };
}

/** On Linux the search uses the Secret Service alone and fails when that name has no owner. */
async function testCanary(ask: Ask, platform: NodeJS.Platform): Promise<KeyringAnswer> {
  const nonce = randomBytes(12).toString('hex');
  const canary = { service: `${service} canary`, account: nonce };
  if (platform === 'linux') {
    const owner = await ask({ action: 'find', service: `${service} ${nonce}` });
    if (owner.state !== 'done') return owner;
  }
  const written = await ask({ action: 'write', ...canary, text: nonce });
  if (written.state !== 'done') return written;
  const seen = await ask({ action: 'read', ...canary });
  const removed = await ask({ action: 'delete', ...canary });
  if (seen.state !== 'done') return seen;
  if (seen.text !== nonce) return { state: 'missing', reason: 'a second process could not read what was written' };
  return removed;
}

function describe(answer: KeyringAnswer, backend: string): KeychainStatus {
  if (answer.state === 'done') return { state: 'ready', detail: backend };
  return { state: answer.state, detail: sentenceOf(answer, backend) };
}

function sentenceOf(answer: Exclude<KeyringAnswer, { state: 'done' }>, backend: string): string {
  if (answer.state === 'locked') {
    return `The ${backend} is locked or has no keyring yet: unlock it (on Linux by logging in to the desktop, or with Passwords and Keys), then try again. It said: ${answer.reason}.`;
  }
  return `There is no ${backend} to keep the key in: start one, or keep the key in memory for this session. It said: ${answer.reason}.`;
}

interface Backend {
  readonly platform: NodeJS.Platform;
  readonly backend: string;
}

/** Kind `no-keychain`: the item is larger than the system takes. */
function checkItemSize(text: string, { platform, backend }: Backend): Result<null> {
  const bytes = Buffer.byteLength(text, 'utf16le');
  if (platform !== 'win32' || bytes <= windowsItemBytes) return succeed(null);
  return fail(
    'no-keychain',
    `This key with its policy takes ${bytes} bytes, and the ${backend} takes ${windowsItemBytes} at most, so nothing was stored. Choose a shorter policy, or keep the key in memory for this session.`,
  );
}

function failed(state: KeychainStatus['state'], detail: string) {
  return fail(state === 'locked' ? 'keychain-locked' : 'no-keychain', detail);
}

function failedAs(answer: Exclude<KeyringAnswer, { state: 'done' }>, backend: string) {
  return failed(answer.state, sentenceOf(answer, backend));
}

/** Nothing found means "not readable now": another keyring may be open, or this one not yet. It is never a deletion. */
function parseItem(text: string | null, backend: string, wanted: KeyOrigins): Result<HeldKey> {
  const json = parseJson(text ?? 'null');
  const item = KeyItem.safeParse(json);
  if (item.success) {
    const { origins, grants, ...secret } = item.data;
    const checked = checkOrigins(origins, wanted);
    return checked.ok ? succeed({ secret, grants: grants ?? noGrants }) : checked;
  }
  if (EarlierItem.safeParse(json).success) return fail('no-secret', unbound);
  const what =
    text === null
      ? `The ${backend} shows no key for this profile now.`
      : `The ${backend} holds something else in place of the key.`;
  return fail('no-secret', `${what} Unlock the keyring the key was saved in, or connect the profile again.`);
}

/** Whatever else an earlier version kept beside the key. */
const EarlierItem = z.object(ProfileSecret.shape);

/**
 * Kept by a version that did not write all of that down. To take those of the profile file now would trust just the
 * file that the addresses are there to check; so the key is asked for once more.
 */
const unbound =
  'The key of this profile was saved by an earlier version of Fathom, without all that it is for, so it was not used. Remove the profile and connect it again.';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
