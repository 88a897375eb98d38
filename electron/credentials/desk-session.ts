import type { LinkStatus } from '#shared/domain/link.ts';
import type { Profile, ProfileCandidate } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import type { SettingsStore } from '#store/settings.ts';
import { type ActiveDesk, createActiveDesk, type Desk } from './active-desk.ts';
import { type BuildClient, type Connected, connectProfile } from './connect.ts';
import { type PracticeAccess, practiceId, type ProfileChange, type ProfileList } from './profiles.ts';
import type { ProfileSecret, SecretStore } from './secret.ts';

export interface DeskSessionOptions {
  readonly profiles: ProfileList;
  readonly keychain: SecretStore;
  /** in memory: practice and session keys */
  readonly session: SecretStore;
  readonly settings: SettingsStore;
  readonly buildClient: BuildClient;
  readonly log: Log;
  readonly onProfiles: (state: ProfilesState) => void;
  readonly onLink: (link: LinkStatus) => void;
  /** a profile was opened: its open intents are looked up now */
  readonly onOpened: (desk: Desk) => void;
  /** the profile that was opened is closed */
  readonly onClosed: () => void;
}

interface ProfilesState {
  readonly profiles: Profile[];
  readonly activeId: string;
}

type OnDesk<T> = (desk: Desk) => Promise<Result<T>>;

/** Which profile is chosen, and its client. There is one at a time; choosing another closes the one before. */
export interface DeskSession {
  readonly state: () => ProfilesState;
  /** Runs a read for the profile that the page shows; `no-profile` when that is no longer the chosen one. */
  readonly onActiveProfile: <T>(profileId: string, what: OnDesk<T>) => Promise<Result<T>>;
  /** The same for a write; `read-only` when the profile may not. */
  readonly onWritableProfile: <T>(profileId: string, what: OnDesk<T>) => Promise<Result<T>>;
  readonly connect: (candidate: ProfileCandidate) => Promise<Result<Connected>>;
  /**
   * Opens the profile named, else the one last chosen, else practice. When its secret cannot be read it stays chosen
   * and closed: its calls answer why, and selecting it again tries again. `no-profile`: nobody has that name.
   */
  readonly start: (name: string | null) => Promise<Result<Profile>>;
  /** Opens the profile. When its secret cannot be read, what is open stays open. */
  readonly select: (id: string) => Promise<Result<Profile>>;
  readonly update: (id: string, change: ProfileChange) => Result<Profile>;
  /** Forgets the profile and its secret. */
  readonly remove: (id: string) => Promise<Result<{ id: string }>>;
  /** The practice exchange was started (again): new addresses, new key. */
  readonly setPractice: (access: PracticeAccess, secret: ProfileSecret) => Promise<void>;
  readonly close: () => void;
}

export function createDeskSession(options: DeskSessionOptions): DeskSession {
  const { profiles, session } = options;
  const desk = createActiveDesk(profiles, options);
  const state = (): ProfilesState => ({ profiles: [...profiles.all()], activeId: desk.id() });
  const changed = () => options.onProfiles(state());
  const opening = createOpening({ ...options, onChanged: changed }, desk);
  const publishing = <T>(result: Result<T>): Result<T> => {
    if (result.ok) changed();
    return result;
  };

  return {
    state,
    start: name => opening.open(startId(name, options), true),
    select: async id => {
      const active = id === desk.id() ? desk.get(id) : null;
      return active?.ok === true ? succeed(active.value.profile) : opening.open(id, false);
    },
    onActiveProfile: async (profileId, what) => {
      const active = desk.get(profileId);
      return active.ok ? what(active.value) : active;
    },
    onWritableProfile: async (profileId, what) => {
      const active = desk.get(profileId);
      if (!active.ok) return active;
      return active.value.profile.isReadOnly ? readOnly(active.value.profile) : what(active.value);
    },
    connect: async candidate => publishing(await connectProfile(candidate, options)),
    update: (id, change) => publishing(profiles.update(id, change)),
    remove: async id => {
      const removed = await removeProfile(id, options);
      if (removed.ok && desk.id() === id) await opening.open(practiceId, true);
      return publishing(removed);
    },
    setPractice: async (access, secret) => {
      await session.save(practiceId, secret);
      profiles.setPractice(access);
      if (desk.id() === practiceId && desk.isOpen()) await opening.open(practiceId, true);
      else changed();
    },
    close: () => {
      opening.abandon();
      desk.close();
    },
  };
}

interface OpeningOptions extends DeskSessionOptions {
  readonly onChanged: () => void;
}

/** Opening waits for the keychain; of two openings under way only the later counts. */
function createOpening(options: OpeningOptions, desk: ActiveDesk) {
  const { profiles, settings, log } = options;
  let latest = 0;
  const open = async (id: string, isForced: boolean): Promise<Result<Profile>> => {
    latest += 1;
    const mine = latest;
    const found = profiles.find(id);
    if (!found.ok) return found;
    const secret = await readSecret(found.value, options);
    if (mine !== latest) return fail('closed', 'Another profile was chosen meanwhile.');
    // it may have been changed or removed while the keychain was asked
    const profile = profiles.find(id);
    if (!profile.ok) return profile;
    if (!secret.ok && desk.isOpen() && !isForced) return secret;
    const client = secret.ok ? succeed(options.buildClient(profile.value, secret.value)) : secret;
    desk.replace(id, client);
    if (profile.value.secretHome !== 'session') settings.change({ activeProfileId: id });
    options.onChanged();
    log.info('profile.selected', { profileId: id, isOpen: client.ok });
    if (!client.ok) return client;
    void client.value.connect().then(clock => log.info('profile.reached', { profileId: id, isReachable: clock.ok }));
    options.onOpened({ profile: profile.value, client: client.value });
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
function startId(name: string | null, { profiles, settings }: DeskSessionOptions): string {
  if (name !== null) return profiles.all().find(profile => profile.name.toLowerCase() === name.toLowerCase())?.id ?? '';
  const last = settings.read().activeProfileId ?? practiceId;
  return profiles.find(last).ok ? last : practiceId;
}

type Homes = Pick<DeskSessionOptions, 'profiles' | 'keychain' | 'session'>;

function homeOf(profile: Profile, { keychain, session }: Homes): SecretStore {
  return profile.secretHome === 'keychain' ? keychain : session;
}

async function readSecret(profile: Profile, homes: Homes): Promise<Result<ProfileSecret>> {
  const backend = homes.profiles.backendOf(profile.id);
  if (backend === null || backend === homes.keychain.backend) return homeOf(profile, homes).read(profile.id);
  const message = `The key of this profile was saved in the ${backend}; the keychain of this system is the ${homes.keychain.backend}. It was left where it is; connect the profile again to use it here.`;
  return fail('no-secret', message);
}

/** The secret first: when the keychain refuses, the profile stays, so that nothing is left behind unseen. */
async function removeProfile(id: string, homes: Homes): Promise<Result<{ id: string }>> {
  const found = homes.profiles.find(id);
  if (!found.ok) return found;
  if (id === practiceId) return fail('invalid-request', 'The practice profile is built in and cannot be removed.');
  const forgotten = await homeOf(found.value, homes).remove(id);
  if (!forgotten.ok) return forgotten;
  const removed = homes.profiles.remove(id);
  return removed.ok ? succeed({ id }) : removed;
}

function readOnly(profile: Profile) {
  const message = `The profile ${profile.name} is read-only, so nothing was sent. Change that in its settings.`;
  return fail('read-only', message);
}
