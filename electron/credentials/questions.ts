import { domainToASCII } from 'node:url';
import { kucoin, type ProfileCandidate } from '#shared/domain/profile/profile-candidate.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { TrustedQuestion } from '#shared/trusted.ts';

/** The questions about profiles that only the user may answer, in the trusted window. */

const homes = { keychain: 'the keychain of this system', session: 'memory only, until Fathom ends' } as const;

function hostOf(address: string): string {
  return new URL(address).host;
}

/** What the network sees, when it is not what the eye sees; null when they are the same. */
function punycodeOf(address: string): string | null {
  const { hostname } = new URL(address);
  const ascii = domainToASCII(hostname);
  const isForeign = ascii.split('.').some(label => label.startsWith('xn--'));
  return isForeign ? ascii : null;
}

function isKnown(address: string, profiles: readonly Profile[]): boolean {
  return [...kucoin.addresses, ...profiles].some(known => known.spotUrl === address || known.futuresUrl === address);
}

export interface KeyQuestionOptions {
  readonly profiles: readonly Profile[];
  /** the key would be in a process that may do everything on this machine: the user is warned before typing it */
  readonly isRoot: boolean;
}

/** Asks for the three parts of a key. A host that no profile uses yet must be typed, for the key will be sent there. */
export function keyQuestion(candidate: ProfileCandidate, { profiles, isRoot }: KeyQuestionOptions): TrustedQuestion {
  const addresses = (
    [
      ['Spot', candidate.spotUrl],
      ['Futures', candidate.futuresUrl],
    ] as const
  ).map(([label, address]) => ({
    label,
    address,
    punycode: punycodeOf(address),
    isNew: !isKnown(address, profiles),
  }));
  const fresh = [...new Set(addresses.filter(({ isNew }) => isNew).map(({ address }) => hostOf(address)))];
  return {
    kind: 'enter-key',
    profileName: candidate.name,
    colour: candidate.colour,
    addresses,
    facts: [
      { label: 'Header prefix', value: candidate.headerPrefix },
      { label: 'Key version', value: candidate.keyVersion },
      { label: 'Stored in', value: homes[candidate.storage] },
      { label: 'Mode', value: candidate.isReadOnly ? 'read-only' : 'may trade' },
      ...(isRoot ? [{ label: 'Danger', value: 'Fathom runs as root' }] : []),
    ],
    typeBack: fresh.length === 0 ? null : fresh.join(' '),
  };
}

/** The field that distinguishes keys. */
function keyFacts({ keyHint, spotUrl, futuresUrl }: Profile) {
  return [
    { label: 'Key', value: keyHint === '' ? 'not shown' : `ends with ${keyHint}` },
    { label: 'Spot', value: spotUrl },
    { label: 'Futures', value: futuresUrl },
  ];
}

/** Asks whether a profile may send actions from now on; `name` is its name then. */
export function liftReadOnlyQuestion(profile: Profile, name: string): TrustedQuestion {
  return {
    kind: 'confirm',
    profileName: profile.name,
    colour: profile.colour,
    title: `Allow trading with ${profile.name}`,
    facts: [...keyFacts(profile), ...(name === profile.name ? [] : [{ label: 'New name', value: name }])],
    warning: 'After this, buttons in Fathom can place orders and move margin with this key.',
    typeBack: profile.name,
    confirmLabel: 'Allow trading',
  };
}

/** Asks whether a profile may be called otherwise: the user recognises the account by its name. */
export function renameQuestion(profile: Profile, name: string): TrustedQuestion {
  return {
    kind: 'confirm',
    profileName: profile.name,
    colour: profile.colour,
    title: `Rename ${profile.name} to ${name}`,
    facts: keyFacts(profile),
    warning: 'After this, Fathom shows the new name in its windows and in every question about this key.',
    typeBack: null,
    confirmLabel: 'Rename',
  };
}

/** Where the key of a profile is deleted from when the profile is removed. */
const keyPlaces: Readonly<Record<Profile['secretHome'], string>> = {
  keychain: homes.keychain,
  session: 'the memory of Fathom',
  practice: 'the memory of Fathom',
};

/** Asks whether a profile may be removed together with its key. */
export function removeQuestion(profile: Profile): TrustedQuestion {
  return {
    kind: 'confirm',
    profileName: profile.name,
    colour: profile.colour,
    title: `Remove ${profile.name}`,
    facts: [
      ...keyFacts(profile),
      { label: 'Removed', value: `the profile ${profile.name} and its settings in Fathom` },
      { label: 'Deleted', value: `its key, secret and passphrase from ${keyPlaces[profile.secretHome]}` },
    ],
    warning:
      'Fathom cannot restore the key. To use it again, enter all its parts. Orders and positions at the exchange do not change.',
    typeBack: null,
    confirmLabel: 'Remove',
  };
}
