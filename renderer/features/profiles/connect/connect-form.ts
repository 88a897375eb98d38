import { kucoin, type ProfileCandidate } from '#shared/domain/profile/profile-candidate.ts';
import type { KeyVersion, Profile, ProfileColour, ProfilePreset } from '#shared/domain/profile.ts';
import type { Failure } from '#shared/errors.ts';
import { t } from '#shared/words/t.ts';

/** What the user has typed here. The key itself is entered in the trusted window, never in this page. */
export interface ConnectDraft {
  readonly preset: ProfilePreset;
  readonly name: string;
  readonly colour: ProfileColour;
  readonly spotUrl: string;
  readonly futuresUrl: string;
  readonly headerPrefix: string;
  readonly keyVersion: KeyVersion;
  readonly isReadOnly: boolean;
  readonly storage: 'keychain' | 'session';
}

/** Where a message belongs. `form` is the place for what is no single field's fault. */
export type ConnectField = keyof ConnectDraft | 'form';
export type ConnectErrors = Readonly<Partial<Record<ConnectField, string>>>;

type Addresses = Pick<ConnectDraft, 'spotUrl' | 'futuresUrl' | 'headerPrefix'>;

const blank: Addresses = { spotUrl: '', futuresUrl: '', headerPrefix: 'SVC' };

/** The addresses that a preset begins with; those of the practice exchange are only known while it runs. */
export function addressesOf(preset: ProfilePreset, practice: Profile | undefined): Addresses {
  if (preset === 'kucoin') return { ...kucoin.addresses[0], headerPrefix: kucoin.headerPrefix };
  if (preset === 'custom' || practice === undefined) return blank;
  return { spotUrl: practice.spotUrl, futuresUrl: practice.futuresUrl, headerPrefix: practice.headerPrefix };
}

export function emptyDraft(): ConnectDraft {
  return {
    ...addressesOf('kucoin', undefined),
    preset: 'kucoin',
    name: '',
    colour: 'blue',
    keyVersion: '2',
    isReadOnly: true,
    storage: 'keychain',
  };
}

/** `host:port` of an address, or null while it is none. */
function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host || null : null;
}

function isLoopback(address: string): boolean {
  return /^https?:\/\/(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?\/?$/.test(address);
}

function addressError(address: string, preset: ProfilePreset): string | undefined {
  if (address.trim() === '') return t`Needed`;
  if (hostOf(address) === null) return t`Write it as https://host`;
  if (preset === 'practice')
    return isLoopback(address) ? undefined : t`A practice exchange runs on this machine: http://127.0.0.1:port`;
  if (!address.startsWith('https://') && !isLoopback(address))
    return t`Only https, except on this machine (http://127.0.0.1:port)`;
  return undefined;
}

/** What is wrong before anything is sent. Main checks again, and more. */
export function draftErrors(draft: ConnectDraft): ConnectErrors {
  return dropEmpty({
    name: draft.name.trim() === '' ? t`Enter a name` : undefined,
    spotUrl: addressError(draft.spotUrl, draft.preset),
    futuresUrl: addressError(draft.futuresUrl, draft.preset),
    headerPrefix: /^[A-Z][A-Z0-9]{0,15}$/.test(draft.headerPrefix) ? undefined : t`Capital letters and digits`,
  });
}

function dropEmpty(errors: Readonly<Partial<Record<ConnectField, string | undefined>>>): ConnectErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined));
}

const byKind: Readonly<Partial<Record<Failure['kind'], ConnectField>>> = {
  unreachable: 'spotUrl',
  tls: 'spotUrl',
  'not-found': 'spotUrl',
  'no-keychain': 'storage',
  'keychain-locked': 'storage',
};

const byName: Readonly<Record<string, ConnectField>> = {
  url: 'spotUrl',
  spotUrl: 'spotUrl',
  futuresUrl: 'futuresUrl',
  headerPrefix: 'headerPrefix',
  name: 'name',
  keyVersion: 'keyVersion',
  storage: 'storage',
};

/** The field next to which a failure is shown: the one it names, else the one its kind is about. */
export function fieldOfRejection(error: Failure): ConnectField {
  const named = error.field === undefined ? undefined : byName[error.field];
  return named ?? byKind[error.kind] ?? 'form';
}

export function candidateOf(draft: ConnectDraft): ProfileCandidate {
  return { ...draft, name: draft.name.trim() };
}
