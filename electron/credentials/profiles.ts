import { join } from 'node:path';
import type { KeyVersion, Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { nameError, nameSkeleton } from './names/name-skeleton.ts';
import { openProfilesFile, type ProfilesFile, type StoredProfile } from './profiles-file.ts';

/** The address and keys of the practice exchange; created by main at each start, so never stored on disk. */
export interface PracticeAccess {
  readonly spotUrl: string;
  readonly futuresUrl: string;
  readonly headerPrefix: string;
  readonly keyVersion: KeyVersion;
  readonly key: string;
  readonly permissions: readonly string[];
}

type NameFailure = ReturnType<typeof fail>;

export const practiceId = 'practice';

/** What is kept beside the key too. */
type KeptFacts = Pick<Profile, 'isReadOnly' | 'permissions'>;

export type ProfileChange = Pick<Profile, 'name' | 'colour' | 'isReadOnly'>;

/**
 * The profiles without their secrets. Practice is always the first. Errors: `no-profile`, `storage`, `invalid-request`.
 */
export interface ProfileList {
  readonly all: () => readonly Profile[];
  readonly find: (id: string) => Result<Profile>;
  /** the keychain that a profile's secret was put in; null when it is in memory */
  readonly backendOf: (id: string) => string | null;
  readonly add: (profile: Profile, backend: string) => Result<Profile>;
  readonly update: (id: string, change: ProfileChange) => Result<Profile>;
  /**
   * What the keychain knows better than the file, from now on and whatever the file says; written with the next change.
   */
  readonly correct: (id: string, facts: KeptFacts) => void;
  readonly remove: (id: string) => Result<Profile>;
  /**
   * `invalid-request` when a profile may not have this name: another one has it or one that looks like it, or it has
   * letters that deceive. Null: it may. Users and `--profile` distinguish profiles by name.
   */
  readonly nameFailure: (name: string, exceptId?: string) => NameFailure | null;
  readonly setPractice: (access: PracticeAccess) => void;
  /**
   * every id that a key may belong to, also of rows that cannot be read; `hasNameless`: some rows have no readable id
   */
  readonly known: () => { readonly ids: ReadonlySet<string>; readonly hasNameless: boolean };
}

export interface ProfileListOptions {
  readonly dataDir: string;
  readonly practice: PracticeAccess;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
  /** what each writing came to: null, or what the file system threw */
  readonly onWritten?: (cause: unknown) => void;
}

type Rows = readonly StoredProfile[];

/** Opens `profiles.json`, mode 0600. What cannot be understood of it stays there with a notice; keychain items stay. */
export function openProfiles({ dataDir, practice, ...options }: ProfileListOptions): Result<ProfileList> {
  const file = openProfilesFile({ ...options, path: join(dataDir, 'profiles.json'), practiceId });
  return file.ok ? succeed(createList(file.value, practice)) : file;
}

function createList(file: ProfilesFile, access: PracticeAccess): ProfileList {
  const inMemory = new Map<string, Profile>();
  let practice = practiceProfile(access);
  const corrected = new Map<string, KeptFacts>();
  const stored = file.rows;
  const known = ({ profile }: StoredProfile): Profile => ({ ...profile, ...corrected.get(profile.id) });
  const all = () => [practice, ...stored().map(known), ...inMemory.values()];
  const find = (id: string): Result<Profile> => {
    const profile = all().find(candidate => candidate.id === id);
    return profile === undefined ? fail('no-profile', 'This profile does not exist any more.') : succeed(profile);
  };
  const nameFailure = (name: string, exceptId?: string) =>
    nameFailureAmong(
      all().filter(({ id }) => id !== exceptId),
      name,
    );
  const store = (rows: Rows, answer: Profile): Result<Profile> => {
    const written = file.write(rows);
    if (!written.ok) return written;
    corrected.delete(answer.id); // it is in the file now
    return succeed(answer);
  };
  const put = (profile: Profile, backend: string): Result<Profile> => {
    if (profile.secretHome === 'keychain') return store(replaced(stored(), { profile, backend }), profile);
    inMemory.set(profile.id, profile);
    return succeed(profile);
  };
  const backendOf = (id: string) => stored().find(row => row.profile.id === id)?.backend ?? null;

  return {
    all,
    find,
    nameFailure,
    backendOf,
    add: put,
    known: () => ({
      ids: new Set([...all().map(profile => profile.id), ...file.unreadableIds]),
      hasNameless: file.hasNamelessRows,
    }),
    correct: (id, facts) => void corrected.set(id, facts),
    setPractice: next => {
      practice = practiceProfile(next);
    },
    update: (id, change) => {
      const found = own(id, find);
      if (!found.ok) return found;
      // one from before this check keeps its name
      const failure = change.name === found.value.name ? null : nameFailure(change.name, id);
      if (failure !== null) return failure;
      return put({ ...found.value, ...change }, backendOf(id) ?? '');
    },
    remove: id => {
      const found = own(id, find);
      if (!found.ok || inMemory.delete(id)) return found;
      const rest = stored().filter(row => row.profile.id !== id);
      return store(rest, found.value);
    },
  };
}

function own(id: string, find: ProfileList['find']): Result<Profile> {
  return id === practiceId ? fail('invalid-request', 'The practice profile is built in and stays as it is.') : find(id);
}

/** In its old place, or at the end. */
function replaced(rows: Rows, row: Rows[number]): Rows {
  const index = rows.findIndex(candidate => candidate.profile.id === row.profile.id);
  return index < 0 ? [...rows, row] : rows.with(index, row);
}

function refuseName(message: string): NameFailure {
  return fail('invalid-request', message, { field: 'name' });
}

function nameFailureAmong(others: readonly Profile[], name: string): NameFailure | null {
  if (others.some(other => other.name.toLowerCase() === name.toLowerCase()))
    return refuseName(`There is already a profile named ${name}. Choose another name.`);
  const error = nameError(name);
  if (error !== null) return refuseName(error);
  const skeleton = nameSkeleton(name);
  const like = others.find(other => nameSkeleton(other.name) === skeleton);
  if (like === undefined) return null;
  return refuseName(`The name is too similar to the profile ${like.name}. Choose another name.`);
}

function practiceProfile(access: PracticeAccess): Profile {
  return {
    id: practiceId,
    name: 'Practice',
    colour: 'teal',
    preset: 'practice',
    spotUrl: access.spotUrl,
    futuresUrl: access.futuresUrl,
    headerPrefix: access.headerPrefix,
    keyVersion: access.keyVersion,
    isReadOnly: false,
    keyHint: access.key.slice(-4),
    permissions: [...access.permissions],
    secretHome: 'practice',
  };
}
