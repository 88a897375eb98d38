import type { LinkStatus } from '#shared/domain/link.ts';
import type { ProfileCandidate } from '#shared/domain/profile/profile-candidate.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Failure, fail, type Result, succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import type { SettingsStore } from '#store/settings.ts';
import type { TrustedPrompt } from '#trusted/prompt.ts';
import { type ActiveProfile, createActiveProfile, type OpenAccount } from './active-profile.ts';
import { type BuildClient, type ConnectedProfile, connectProfile } from './connect.ts';
import { type KeyGrants, originsOf } from './key-binding.ts';
import type { HeldKeys } from './keyring/held-keys.ts';
import { createLinkedAccounts, type LinkedAccounts } from './linked/linked-accounts.ts';
import { type PracticeAccess, practiceId, type ProfileChange, type ProfileList } from './profiles.ts';
import { liftReadOnlyQuestion, removeQuestion, renameQuestion } from './questions.ts';
import type { HeldKey, ProfileSecret, SecretStore } from './secret.ts';

export interface ProfileSelectionOptions {
  readonly profiles: ProfileList;
  readonly keychain: SecretStore;
  /** in memory: the keys of practice, and those that the user wants in no keychain */
  readonly memory: SecretStore;
  readonly keys: HeldKeys;
  readonly settings: SettingsStore;
  readonly buildClient: BuildClient;
  readonly prompt: Pick<TrustedPrompt, 'ask'>;
  /** shown where a key is typed */
  readonly isRoot: boolean;
  readonly log: Log;
  /** whether the profile may be opened at all; asked before the keychain. `canAsk`: the user has just chosen it */
  readonly mayOpen: (profile: Profile, canAsk: boolean) => Promise<Result<null>>;
  /** asked once more with what the keychain says that the user allowed; files may be edited */
  readonly mayUse: (profile: Profile, grants: KeyGrants) => Result<null>;
  /** messages shown to the user once */
  readonly notice: (message: string) => void;
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

interface Failed {
  readonly ok: false;
  readonly error: Failure;
}

type OnAccount<T> = (account: OpenAccount) => Promise<Result<T>>;

/** Which profile is chosen, and its client. There is one at a time; choosing another closes the one before. */
export interface ProfileSelection {
  readonly state: () => ProfilesState;
  /** `no-profile`: there is none with this id any more */
  readonly find: (profileId: string) => Result<Profile>;
  /** Runs a read for the profile that the page shows; `no-profile` when that is no longer the chosen one. */
  readonly onAccount: <T>(profileId: string, what: OnAccount<T>) => Promise<Result<T>>;
  /** The same for a write; `read-only` when the profile may not. */
  readonly onWritableAccount: <T>(profileId: string, what: OnAccount<T>) => Promise<Result<T>>;
  /**
   * Why this open account must not write now: `no-profile` when another one was selected, it was removed, or it was
   * opened again since; `read-only`; null: it may.
   */
  readonly refuseWrite: (account: Pick<OpenAccount, 'profileId' | 'client'>) => Failed | null;
  /** Runs reads with the key of another profile, while `profileId` stays the chosen one. */
  readonly linked: LinkedAccounts['read'];
  readonly connect: (candidate: ProfileCandidate) => Promise<Result<ConnectedProfile>>;
  /**
   * Opens the profile named, else the one last chosen, else practice. When its secret cannot be read it stays chosen
   * and closed: its calls answer why, and selecting it again tries again. `no-profile`: the name is unknown.
   */
  readonly start: (name: string | null) => Promise<Result<Profile>>;
  /** Opens the profile. When its secret cannot be read, what is open stays open. */
  readonly select: (id: string) => Promise<Result<Profile>>;
  /** To lift read-only, or to rename, the user is asked in the trusted window: `declined` when the answer is no. */
  readonly update: (id: string, change: ProfileChange) => Promise<Result<Profile>>;
  /** Asks in the trusted window, then forgets the profile and its secret. `declined`: the user did not agree. */
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
  const linked = createLinkedAccounts(options);
  const onChanged = () => {
    // the keys of others are held no longer than the profile that watches over them, nor past a change of theirs
    linked.forget();
    changed();
  };
  const opening = createOpening({ ...options, onChanged }, active);
  const publishing = <T>(result: Result<T>): Result<T> => {
    if (result.ok) onChanged();
    return result;
  };

  return {
    state,
    find: profiles.find,
    linked: linked.read,
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
      return refuseReadOnly(account.value.profile) ?? what(account.value);
    },
    refuseWrite: ({ profileId, client }) => {
      const account = active.get(profileId);
      if (!account.ok) return account;
      const { profile, client: openClient } = account.value;
      return openClient === client ? refuseReadOnly(profile) : reopened(profile);
    },
    connect: async candidate => publishing(await connectProfile(candidate, options)),
    update: async (id, change) => publishing(await updateProfile(id, change, options)),
    remove: async id => {
      const removed = await removeProfile(id, options);
      if (removed.ok && active.id() === id) await opening.open(practiceId, true);
      return publishing(removed);
    },
    setPractice: async (access, secret) => {
      await memory.save(practiceId, secret, { origins: originsOf(access), grants: { mayTrade: true } });
      profiles.setPractice(access);
      if (active.id() === practiceId && active.isOpen()) await opening.open(practiceId, true);
      else onChanged();
    },
    close: () => {
      opening.abandon();
      linked.forget();
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
  const readKey = async (profile: Profile, canAsk: boolean): Promise<Result<HeldKey>> => {
    const allowed = await options.mayOpen(profile, canAsk);
    return allowed.ok ? options.keys.read(profile) : allowed;
  };
  const enter = (profile: Profile, secret: Result<ProfileSecret>): Result<Profile> => {
    const { id } = profile;
    const client = secret.ok ? succeed(options.buildClient(profile, secret.value)) : secret;
    active.replace(id, client);
    if (profile.secretHome !== 'session') settings.change({ activeProfileId: id });
    options.onChanged();
    log.info('profile.selected', { profileId: id, isOpen: client.ok });
    if (!client.ok) return client;
    void client.value.connect().then(clock => log.info('profile.reached', { profileId: id, isReachable: clock.ok }));
    client.value.prepareSpot();
    options.onOpened({ profileId: id, profile, client: client.value });
    return succeed(profile);
  };
  const open = async (id: string, isForced: boolean): Promise<Result<Profile>> => {
    latest += 1;
    const mine = latest;
    const found = profiles.find(id);
    if (!found.ok) return found;
    const held = await readKey(found.value, !isForced);
    if (mine !== latest) return fail('closed', 'Another profile was chosen meanwhile.');
    // it may have been changed or removed while the keychain was asked
    const now = profiles.find(id);
    if (!now.ok) return now;
    const secret = held.ok ? takeKey(now.value, held.value, options) : held;
    if (!secret.ok && active.isOpen() && !isForced) return secret;
    const profile = profiles.find(id);
    return profile.ok ? enter(profile.value, secret) : profile;
  };
  return {
    open,
    abandon: () => {
      latest += 1;
    },
  };
}

/** An unknown name gives an unused id. */
function startId(name: string | null, { profiles, settings }: ProfileSelectionOptions): string {
  if (name !== null) return profiles.all().find(profile => profile.name.toLowerCase() === name.toLowerCase())?.id ?? '';
  const last = settings.read().activeProfileId ?? practiceId;
  return profiles.find(last).ok ? last : practiceId;
}

/** The key, when it may be used. The profile is from now on what the keychain says, where a file says more. */
function takeKey(profile: Profile, { secret, grants }: HeldKey, options: OpeningOptions): Result<ProfileSecret> {
  const usable = options.mayUse(profile, grants);
  if (!usable.ok) return usable;
  if (profile.secretHome !== 'keychain') return succeed(secret);
  const isLoosened = !profile.isReadOnly && !grants.mayTrade;
  options.profiles.correct(profile.id, {
    isReadOnly: profile.isReadOnly || !grants.mayTrade,
    permissions: grants.permissions ?? profile.permissions,
  });
  if (isLoosened) options.notice(loosened(profile));
  return succeed(secret);
}

function loosened({ name }: Profile): string {
  return `profiles.json lets ${name} trade, but the keychain does not say that you allowed it: the file was edited, or an earlier version of Fathom wrote it. ${name} is read-only; allow trading in its settings.`;
}

/** The page may ask for it; the user decides, for the key would have to be typed again. */
async function removeProfile(
  id: string,
  { profiles, keys, prompt }: Pick<ProfileSelectionOptions, 'profiles' | 'keys' | 'prompt'>,
): Promise<Result<{ id: string }>> {
  const found = profiles.find(id);
  if (!found.ok) return found;
  if (id === practiceId) return fail('invalid-request', 'The practice profile is built in and cannot be removed.');
  const agreed = await prompt.ask(removeQuestion(found.value), async () => profiles.find(id));
  if (!agreed.ok) return agreed;
  // the secret first: when the keychain refuses, the profile stays, so that nothing is left behind unseen
  const forgotten = await keys.remove(agreed.value);
  if (!forgotten.ok) return forgotten;
  const removed = profiles.remove(id);
  return removed.ok ? succeed({ id }) : removed;
}

/**
 * The page may make a profile read-only. Allowing actions again and renaming need the consent of the user and are
 * stored beside the key: by its name the user knows which account a question is about.
 */
async function updateProfile(
  id: string,
  change: ProfileChange,
  options: ProfileSelectionOptions,
): Promise<Result<Profile>> {
  const { profiles, prompt, keys } = options;
  const found = profiles.find(id);
  // practice is built in and cannot be changed
  if (!found.ok || id === practiceId) return profiles.update(id, change);
  const before = found.value;
  const isTightened = !before.isReadOnly && change.isReadOnly;
  // at once, whatever is asked besides
  const tightened = isTightened ? await tighten(before, options) : succeed(before);
  if (!tightened.ok) return tightened;
  const question = questionOf(before, change);
  if (question === null) return profiles.update(id, change);
  const nameFailure = change.name === before.name ? null : profiles.nameFailure(change.name, id);
  if (nameFailure !== null) return nameFailure;
  return prompt.ask(question, async () => {
    const allowed = change.isReadOnly ? {} : { mayTrade: true };
    const kept = await keys.changeGrants(before, grants => ({ ...grants, ...allowed, name: change.name }));
    if (!kept.ok) return kept;
    const updated = profiles.update(id, change);
    // else the file and the key would know it by two names, and it could not be opened
    if (!updated.ok) await keys.changeGrants(before, grants => ({ ...grants, name: before.name }));
    return updated;
  });
}

function questionOf(before: Profile, change: ProfileChange) {
  if (before.isReadOnly && !change.isReadOnly) return liftReadOnlyQuestion(before, change.name);
  return change.name === before.name ? null : renameQuestion(before, change.name);
}

async function tighten(before: Profile, { profiles, keys, notice }: ProfileSelectionOptions): Promise<Result<Profile>> {
  const { name, colour } = before;
  const updated = profiles.update(before.id, { name, colour, isReadOnly: true });
  if (!updated.ok) return updated;
  const kept = await keys.changeGrants(before, grants => ({ ...grants, mayTrade: false }));
  if (!kept.ok) notice(`${name} is read-only now, but that could not be kept beside its key: ${kept.error.message}`);
  return updated;
}

function refuseReadOnly({ name, isReadOnly }: Profile): Failed | null {
  if (!isReadOnly) return null;
  return fail('read-only', `The profile ${name} is read-only, so nothing was sent. Change that in its settings.`);
}

function reopened({ name }: Profile): Failed {
  const message = `The profile ${name} was opened again after this was asked for, so nothing was sent. Review it and send it again.`;
  return fail('no-profile', message);
}
