import type { Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { BuildClient } from '#credentials/connect.ts';
import { createHeldKeys } from '#credentials/keyring/held-keys.ts';
import { createMemorySecrets } from '#credentials/memory-secrets.ts';
import { openProfiles, type ProfileList } from '#credentials/profiles.ts';
import type { ProfileSecret, SecretStore } from '#credentials/secret.ts';
import type { Log } from '#log/log.ts';
import { type Allowances, openAllowances } from '#policy/allowances.ts';
import { createUnkeptSafeguards, openSafeguards, type SafeguardList } from '#policy/safeguards.ts';
import { defaultPolicy } from '#shared/policy/policy.ts';
import type { IntentJournal } from '#store/intent-journal.ts';
import { createKillSwitch } from '#trading/kill/kill-switch.ts';
import { createRunPrinter, isClear, type PrintRun } from './run-printer.ts';

export interface FireOptions {
  readonly dataDir: string;
  readonly say: (line: string) => void;
  readonly nowMs: () => number;
  readonly keychain: SecretStore;
  readonly buildClient: BuildClient;
  readonly isRoot: boolean;
  readonly log: Log;
  readonly journal: IntentJournal;
}

/** `none`: no profile could be cancelled at all */
export type FireOutcome = 'clear' | 'not-clear' | 'none';

/** The profiles of the data folder, frozen. */
export interface FrozenProfiles {
  /** Cancels everything of each profile with its key from the keychain. Never rejects by an answer of the exchange. */
  readonly fire: () => Promise<FireOutcome>;
}

/** Practice is made by a main process at its start; no address of it is known here. */
const noPractice = {
  spotUrl: 'http://127.0.0.1:1',
  futuresUrl: 'http://127.0.0.1:1',
  headerPrefix: 'SVC',
  keyVersion: '2',
  key: '',
  permissions: [],
} as const;

/**
 * Freezes each profile that may trade and whose key is in the keychain: in the file, so that a main process that starts
 * from now on knows it. Fails with kind `storage` when the profiles cannot be read.
 */
export function freezeProfiles(options: FireOptions): Result<FrozenProfiles> {
  const { dataDir, say, nowMs } = options;
  const profiles = openProfiles({ dataDir, practice: noPractice, nowMs, notice: say });
  if (!profiles.ok) return profiles;
  const safeguards = openFreezes(options);
  const allowances = openAllowancesOf(options);
  if (!allowances.ok) return allowances;
  const files = { profiles: profiles.value, safeguards, allowances: allowances.value };
  const kept = profiles.value.all().filter(({ secretHome }) => secretHome === 'keychain');
  for (const { id, isReadOnly } of kept) {
    if (isReadOnly || files.safeguards.of(id).frozenSinceMs !== null) continue;
    files.safeguards.change(id, { frozenSinceMs: nowMs() });
  }
  return succeed({ fire: () => fireAll(options, files, kept) });
}

interface OpenedFiles {
  readonly profiles: ProfileList;
  readonly safeguards: SafeguardList;
  readonly allowances: Allowances;
}

/** Cancels do not wait for a file of freezes that can be neither read nor written. */
function openFreezes({ dataDir, say, nowMs }: FireOptions): SafeguardList {
  const opened = openSafeguards({ dataDir, nowMs, notice: say, onChange: () => {}, later });
  if (opened.ok) return opened.value;
  say(`${opened.error.message} Cancelling without the freezes of earlier runs.`);
  return createUnkeptSafeguards();
}

const unasked = async () => fail('declined', 'There is no window to ask in.');

/** What may be opened as root was asked before, in the trusted window; here there is none. */
function openAllowancesOf({ dataDir, isRoot, nowMs, say }: FireOptions): Result<Allowances> {
  return openAllowances({
    dataDir,
    ask: unasked,
    defaultsOf: () => defaultPolicy,
    changeGrants: unasked,
    isRoot,
    nowMs,
    notice: say,
  });
}

async function fireAll(options: FireOptions, files: OpenedFiles, kept: readonly Profile[]): Promise<FireOutcome> {
  const { say } = options;
  const printers = new Map<string, PrintRun>();
  const killSwitch = createKillSwitch({
    log: options.log,
    journal: options.journal,
    nowMs: options.nowMs,
    safeguards: files.safeguards,
    publish: () => {},
    publishRun: (profileId, run) => void printers.get(profileId)?.(run),
    notice: say,
  });
  const keys = createHeldKeys({ ...files, keychain: options.keychain, memory: createMemorySecrets() });
  const readKey = async (profile: Profile): Promise<Result<ProfileSecret>> => {
    if (profile.isReadOnly) return readOnly;
    const mayOpen = await files.allowances.mayOpen(profile, false);
    const held = mayOpen.ok ? await keys.read(profile) : mayOpen;
    if (!held.ok) return held;
    const mayUse = files.allowances.mayUse(profile, held.value.grants);
    if (!mayUse.ok) return mayUse;
    return held.value.grants.mayTrade ? succeed(held.value.secret) : readOnly;
  };
  const fireOne = async (profile: Profile): Promise<FireOutcome> => {
    const prefix = `${profile.name}: `;
    const secret = await readKey(profile);
    if (!secret.ok) {
      say(secret === readOnly ? `${prefix}${secret.error.message}` : `${prefix}NOT CANCELLED. ${secret.error.message}`);
      return secret === readOnly ? 'none' : 'not-clear';
    }
    printers.set(profile.id, createRunPrinter({ say, prefix, whileTrying }));
    const client = options.buildClient(profile, secret.value);
    void client.connect();
    killSwitch.fire({ profileId: profile.id, client });
    const run = await killSwitch.settled(profile.id);
    client.close();
    if (!files.safeguards.of(profile.id).isKept)
      say(`${prefix}the freeze could not be written to the disk, so the next start does not know of it.`);
    return run !== null && isClear(run) ? 'clear' : 'not-clear';
  };
  const outcomes = await Promise.all(kept.map(fireOne));
  files.safeguards.close();
  if (outcomes.includes('not-clear')) return 'not-clear';
  return outcomes.includes('clear') ? 'clear' : 'none';
}

const whileTrying = 'what is not clear is tried again, for ten minutes at the most. Ctrl+C ends that.';
const readOnly = fail('read-only', 'the profile is read-only, so nothing was sent.');

function later(what: () => void, ms: number): () => void {
  const timer = setTimeout(what, ms);
  return () => clearTimeout(timer);
}
