import {
  type KeyVersion,
  kucoin,
  type Profile,
  type ProfileCandidate,
  type ProfileColour,
  type ProfilePreset,
} from '#shared/domain/profile.ts';
import type { Failure } from '#shared/errors.ts';

/** What the user has typed, without the three secrets: those never leave their fields but once, downwards. */
export interface ConnectDraft {
  readonly preset: ProfilePreset;
  readonly name: string;
  readonly colour: ProfileColour;
  readonly spotUrl: string;
  readonly futuresUrl: string;
  /** custom only: the hosts typed a second time, because the keys go there */
  readonly spotHostAgain: string;
  readonly futuresHostAgain: string;
  readonly headerPrefix: string;
  readonly keyVersion: KeyVersion;
  readonly isReadOnly: boolean;
  readonly storage: 'keychain' | 'session';
  /** asked only after a key was refused for it */
  readonly mayWithdraw: boolean;
}

export interface Secrets {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** Where a message belongs. `form` is the place for what is no single field's fault. */
export type ConnectField = keyof ConnectDraft | keyof Secrets | 'form';
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
    spotHostAgain: '',
    futuresHostAgain: '',
    keyVersion: '2',
    isReadOnly: true,
    storage: 'keychain',
    mayWithdraw: false,
  };
}

/** `host:port` of an address, or null while it is none. */
export function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host || null : null;
}

function isLoopback(address: string): boolean {
  return /^https?:\/\/(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?\/?$/.test(address);
}

function addressError(address: string, preset: ProfilePreset): string | undefined {
  if (address.trim() === '') return 'Needed';
  if (hostOf(address) === null) return 'Write it as https://host';
  if (preset === 'practice')
    return isLoopback(address) ? undefined : 'A practice exchange runs on this machine: http://127.0.0.1:port';
  if (!address.startsWith('https://') && !isLoopback(address))
    return 'Only https, except on this machine (http://127.0.0.1:port)';
  return undefined;
}

function againError(again: string, address: string): string | undefined {
  const host = hostOf(address);
  if (host === null || again === host) return undefined;
  return again === '' ? `Type ${host} once more: your key will be sent there` : `This is not ${host}`;
}

/** True when the second host needs its own confirmation. */
export function hasTwoHosts(draft: Pick<ConnectDraft, 'spotUrl' | 'futuresUrl'>): boolean {
  const spot = hostOf(draft.spotUrl);
  const futures = hostOf(draft.futuresUrl);
  return spot !== null && futures !== null && spot !== futures;
}

/** What is wrong before anything is sent. Main checks again, and more. */
export function draftErrors(draft: ConnectDraft, secrets: Secrets): ConnectErrors {
  const isCustom = draft.preset === 'custom';
  return dropEmpty({
    name: draft.name.trim() === '' ? 'Give it a name' : undefined,
    spotUrl: addressError(draft.spotUrl, draft.preset),
    futuresUrl: addressError(draft.futuresUrl, draft.preset),
    spotHostAgain: isCustom ? againError(draft.spotHostAgain, draft.spotUrl) : undefined,
    futuresHostAgain: isCustom && hasTwoHosts(draft) ? againError(draft.futuresHostAgain, draft.futuresUrl) : undefined,
    headerPrefix: /^[A-Z][A-Z0-9]{0,15}$/.test(draft.headerPrefix) ? undefined : 'Capital letters and digits',
    key: secrets.key.trim() === '' ? 'Needed' : undefined,
    secret: secrets.secret.trim() === '' ? 'Needed' : undefined,
    passphrase: secrets.passphrase.trim() === '' ? 'Needed' : undefined,
  });
}

function dropEmpty(errors: Readonly<Partial<Record<ConnectField, string | undefined>>>): ConnectErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined));
}

const byKind: Readonly<Partial<Record<Failure['kind'], ConnectField>>> = {
  'unknown-key': 'key',
  'ip-refused': 'key',
  permission: 'key',
  'wrong-signature': 'secret',
  'wrong-passphrase': 'passphrase',
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
  key: 'key',
  secret: 'secret',
  passphrase: 'passphrase',
  keyVersion: 'keyVersion',
  storage: 'storage',
  mayWithdraw: 'mayWithdraw',
};

/** The field next to which a refusal is shown: the one it names, else the one its kind is about. */
export function fieldOfRefusal(error: Failure): ConnectField {
  const named = error.field === undefined ? undefined : byName[error.field];
  return named ?? byKind[error.kind] ?? 'form';
}

export function candidateOf(draft: ConnectDraft, secrets: Secrets): ProfileCandidate {
  const { spotHostAgain: _spot, futuresHostAgain: _futures, ...rest } = draft;
  return { ...rest, name: draft.name.trim(), ...secrets };
}
