import type { LinkStatus } from '#shared/domain/link.ts';
import type { Profile, ProfileCandidate } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import type { SettingsStore } from '#store/settings.ts';
import type { TrustedPrompt } from '#trusted/prompt.ts';
import { type ActiveProfile, createActiveProfile, type OpenAccount } from './active-profile.ts';
import { type BuildClient, type ConnectedProfile, connectProfile } from './connect.ts';
import { originsOf } from './key-origins.ts';
import { type PracticeAccess, practiceId, type ProfileChange, type ProfileList } from './profiles.ts';
import { liftReadOnlyQuestion } from './questions.ts';
import type { ProfileSecret, SecretStore } from './secret.ts';

export interface ProfileSelectionOptions {
  readonly profiles: ProfileList;
  readonly keychain: SecretStore;
  /** in memory: the keys of practice, and those that the user wants in no keychain */
  readonly memory: SecretStore;
  readonly settings: SettingsStore;
  readonly buildClient: BuildClient;
  readonly prompt: TrustedPrompt;
  /** told where a key is typed */
  readonly isRoot: boolean;
  readonly log: Log;
  /** whether the profile may be opened at all; asked before the keychain. `canAsk`: the user has just chosen it */
  readonly mayOpen: (profile: Profile, canAsk: boolean) => Promise<Result<null>>;
  readonly onProfiles: (state: ProfilesState) => void;
  readonly onLink: (link: LinkStatus) => void;
  /** a profile was opened: its open intents are looked up now */
  readonly onOpened: (account: OpenAccount) => void;
  /** the profile that was opened is closed */
  readonly onClosed: () => void;
}

interface ProfilesState {
  readonly profiles: Profile[];
  readonly activeId: string;
}

type OnAccount<T> = (account: OpenAccount) => Promise<Result<T>>;

/** Which profile is chosen, and its client. There is one at a time; choosing another closes the one before. */
export interface ProfileSelection {
  readonly state: () => ProfilesState;
  /** Runs a read for the profile that the page shows; `no-profile` when that is no longer the chosen one. */
  readonly onAccount: <T>(profileId: string, what: OnAccount<T>) => Promise<Result<T>>;
  /** The same for a write; `read-only` when the profile may not. */
  readonly onWritableAccount: <T>(profileId: string, what: OnAccount<T>) => Promise<Result<T>>;
  readonly connect: (candidate: ProfileCandidate) => Promise<Result<ConnectedProfile>>;
  /**
   * Opens the profile named, else the one last chosen, else practice. When its secret cannot be read it stays chosen
   * and closed: its calls answer why, and selecting it again tries again. `no-profile`: nobody has that name.
   */
  readonly start: (name: string | null) => Promise<Result<Profile>>;
  /** Opens the profile. When its secret cannot be read, what is open stays open. */
  readonly select: (id: string) => Promise<Result<Profile>>;
  /** To lift read-only the user is asked in the trusted window: `declined` when the answer is no. */
  readonly update: (id: string, change: ProfileChange) => Promise<Result<Profile>>;
  /** Forgets the profile and its secret. */
  readonly remove: (id: string) => Promise<Result<{ id: string }>>;
  /** The practice exchange was started (again): new addresses, new key. */
  readonly setPractice: (access: PracticeAccess, secret: ProfileSecret) => Promise<void>;
  readonly close: () => void;
}

export function createProfileSelection(options: ProfileSelectionOptions): ProfileSelection {
  const { profiles, memory } = options;
  const active = createActiveProfile(profiles, options);
  const state = (): ProfilesState => ({ profiles: [...profiles.all()], activeId: active.id() });
  const changed = () => options.onProfiles(state());
  const opening = createOpening({ ...options, onChanged: changed }, active);
  const publishing = <T>(result: Result<T>): Result<T> => {
    if (result.ok) changed();
    return result;
  };

  return {
    state,
    start: name => opening.open(startId(name, options), true),
    select: async id => {
      const open = id === active.id() ? active.get(id) : null;
      return open?.ok === true ? succeed(open.value.profile) : opening.open(id, false);
    },
    onAccount: async (profileId, what) => {
      const account = active.get(profileId);
      return account.ok ? what(account.value) : account;
    },
    onWritableAccount: async (profileId, what) => {
      const account = active.get(profileId);
      if (!account.ok) return account;
      return account.value.profile.isReadOnly ? readOnly(account.value.profile) : what(account.value);
    },
    connect: async candidate => publishing(await connectProfile(candidate, options)),
    update: async (id, change) => publishing(await updateProfile(id, change, options)),
    remove: async id => {
      const removed = await removeProfile(id, options);
      if (removed.ok && active.id() === id) await opening.open(practiceId, true);
      return publishing(removed);
    },
    setPractice: async (access, secret) => {
      await memory.save(practiceId, secret, originsOf(access));
      profiles.setPractice(access);
      if (active.id() === practiceId && active.isOpen()) await opening.open(practiceId, true);
      else changed();
    },
    close: () => {
      opening.abandon();
      active.close();
    },
  };
}

interface OpeningOptions extends ProfileSelectionOptions {
  readonly onChanged: () => void;
}

/** Opening waits for the keychain; of two openings under way only the later counts. */
function createOpening(options: OpeningOptions, active: ActiveProfile) {
  const { profiles, settings, log } = options;
  let latest = 0;
  const open = async (id: string, isForced: boolean): Promise<Result<Profile>> => {
    latest += 1;
    const mine = latest;
    const found = profiles.find(id);
    if (!found.ok) return found;
    const allowed = await options.mayOpen(found.value, !isForced);
    const secret = allowed.ok ? await readSecret(found.value, options) : allowed;
    if (mine !== latest) return fail('closed', 'Another profile was chosen meanwhile.');
    // it may have been changed or removed while the keychain was asked
    const profile = profiles.find(id);
    if (!profile.ok) return profile;
    if (!secret.ok && active.isOpen() && !isForced) return secret;
    const client = secret.ok ? succeed(options.buildClient(profile.value, secret.value)) : secret;
    active.replace(id, client);
    if (profile.value.secretHome !== 'session') settings.change({ activeProfileId: id });
    options.onChanged();
    log.info('profile.selected', { profileId: id, isOpen: client.ok });
    if (!client.ok) return client;
    void client.value.connect().then(clock => log.info('profile.reached', { profileId: id, isReachable: clock.ok }));
    options.onOpened({ profileId: id, profile: profile.value, client: client.value });
    return profile;
  };
  return {
    open,
    abandon: () => {
      latest += 1;
    },
  };
}

/** A name that nobody has gives an id that nobody has. */
function startId(name: string | null, { profiles, settings }: ProfileSelectionOptions): string {
  if (name !== null) return profiles.all().find(profile => profile.name.toLowerCase() === name.toLowerCase())?.id ?? '';
  const last = settings.read().activeProfileId ?? practiceId;
  return profiles.find(last).ok ? last : practiceId;
}

type SecretStores = Pick<ProfileSelectionOptions, 'profiles' | 'keychain' | 'memory'>;

function storeOf(profile: Profile, { keychain, memory }: SecretStores): SecretStore {
  return profile.secretHome === 'keychain' ? keychain : memory;
}

async function readSecret(profile: Profile, stores: SecretStores): Promise<Result<ProfileSecret>> {
  const backend = stores.profiles.backendOf(profile.id);
  if (backend === null || backend === stores.keychain.backend)
    return storeOf(profile, stores).read(profile.id, originsOf(profile));
  const message = `The key of this profile was saved in the ${backend}; the keychain of this system is the ${stores.keychain.backend}. It was left where it is; connect the profile again to use it here.`;
  return fail('no-secret', message);
}

/** The secret first: when the keychain refuses, the profile stays, so that nothing is left behind unseen. */
async function removeProfile(id: string, stores: SecretStores): Promise<Result<{ id: string }>> {
  const found = stores.profiles.find(id);
  if (!found.ok) return found;
  if (id === practiceId) return fail('invalid-request', 'The practice profile is built in and cannot be removed.');
  const forgotten = await storeOf(found.value, stores).remove(id);
  if (!forgotten.ok) return forgotten;
  const removed = stores.profiles.remove(id);
  return removed.ok ? succeed({ id }) : removed;
}

/** The page may make a profile read-only; to let it act again is asked of the user. */
async function updateProfile(
  id: string,
  change: ProfileChange,
  { profiles, prompt }: ProfileSelectionOptions,
): Promise<Result<Profile>> {
  const found = profiles.find(id);
  if (!found.ok) return found;
  const liftsReadOnly = found.value.isReadOnly && !change.isReadOnly;
  if (!liftsReadOnly) return profiles.update(id, change);
  return prompt.ask(liftReadOnlyQuestion(found.value), () => Promise.resolve(profiles.update(id, change)));
}

function readOnly(profile: Profile) {
  const message = `The profile ${profile.name} is read-only, so nothing was sent. Change that in its settings.`;
  return fail('read-only', message);
}
