import { randomUUID } from 'node:crypto';
import type { ApiKeyInfo } from '#shared/domain/account/account.ts';
import type { ProfileCandidate } from '#shared/domain/profile/profile-candidate.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Failure, fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { TrustedPrompt } from '#trusted/prompt.ts';
import { checkCandidate } from './candidate.ts';
import { diagnoseHost, diagnoseKey } from './diagnosis.ts';
import { hintOf, originsOf } from './key-binding.ts';
import { canWithdraw, keyWarnings } from './permissions.ts';
import type { ProfileList } from './profiles.ts';
import { keyQuestion } from './questions.ts';
import type { ProfileSecret, SecretStore } from './secret.ts';

/** What a client is built from: the public part and the secret part. */
type ClientIdentity = Pick<Profile, 'spotUrl' | 'futuresUrl' | 'headerPrefix' | 'keyVersion'>;
export type BuildClient = (identity: ClientIdentity, secret: ProfileSecret) => ExchangeClient;

export interface ConnectOptions {
  readonly profiles: ProfileList;
  readonly keychain: SecretStore;
  readonly memory: SecretStore;
  readonly buildClient: BuildClient;
  readonly prompt: Pick<TrustedPrompt, 'ask'>;
  readonly isRoot: boolean;
}

export interface ConnectedProfile {
  readonly profile: Profile;
  readonly warnings: string[];
}

/**
 * Checks a candidate's addresses, requests its key in the trusted window, tests it by one signed read at the exchange
 * itself and only then stores it: first the secret, then the profile; when the second fails the first is removed. A
 * wrong address is reported before any key is typed; a wrong part of the key is named in the window for correction.
 * `declined`: the user closed the window.
 */
export async function connectProfile(
  typed: ProfileCandidate,
  options: ConnectOptions,
): Promise<Result<ConnectedProfile>> {
  const checked = checkCandidate(typed);
  if (!checked.ok) return checked;
  const candidate = checked.value;
  const nameFailure = options.profiles.nameFailure(candidate.name);
  if (nameFailure !== null) return nameFailure;
  const reached = await tryHosts(candidate, options);
  if (!reached.ok) return reached;
  return options.prompt.ask(
    keyQuestion(candidate, { profiles: options.profiles.all(), isRoot: options.isRoot }),
    async reply => {
      if (reply.kind !== 'enter-key') return fail('invalid-request', 'This answers another question.');
      const { key, secret, passphrase, mayWithdraw } = reply;
      const info = await tryKey(candidate, { key, secret, passphrase }, options);
      if (!info.ok) return info;
      if (canWithdraw(info.value) && !mayWithdraw) return overStrong;
      const profile = toProfile(candidate, key, info.value);
      const stored = await storeBoth(profile, { key, secret, passphrase }, options);
      if (!stored.ok) return stored;
      return succeed({ profile, warnings: keyWarnings(info.value, candidate.isReadOnly) });
    },
  );
}

const overStrong = fail(
  'permission',
  'This key can withdraw money, and Fathom never needs that. Nothing was stored. Create a key without that permission at the exchange, or confirm below that you use this one.',
  { field: 'mayWithdraw' },
);

const asAction = { priority: 'action' } as const;
/** For public requests without a key, such as the time. */
const noKey: ProfileSecret = { key: 'none', secret: 'none', passphrase: 'none' };

/** Host by host, then the clock: the first address that is wrong is the one named. Nothing is signed. */
async function tryHosts(candidate: ProfileCandidate, { buildClient }: ConnectOptions): Promise<Result<null>> {
  const client = buildClient(candidate, noKey);
  try {
    for (const venue of ['spot', 'futures'] as const) {
      const time = await client.reference.serverTime({ venue }, asAction);
      if (!time.ok) return refused(diagnoseHost(time.error, venue));
    }
    const clock = await client.connect();
    return clock.ok ? succeed(null) : refused(diagnoseHost(clock.error, 'spot'));
  } finally {
    client.close();
  }
}

/** One signed read names the wrong piece. Null: the exchange does not report the permissions of its keys. */
async function tryKey(
  candidate: ProfileCandidate,
  secret: ProfileSecret,
  { buildClient }: ConnectOptions,
): Promise<Result<ApiKeyInfo | null>> {
  const client = buildClient(candidate, secret);
  try {
    const clock = await client.connect();
    if (!clock.ok) return refused(diagnoseHost(clock.error, 'spot'));
    const info = await client.accounts.apiKey({}, asAction);
    if (info.ok) return info;
    if (info.error.kind !== 'not-found') return refused(diagnoseKey(info.error));
    const fee = await client.accounts.baseFee({}, asAction);
    return fee.ok ? succeed(null) : refused(diagnoseKey(fee.error));
  } finally {
    client.close();
  }
}

function refused(error: Failure): Result<never> {
  return { ok: false, error };
}

function toProfile(candidate: ProfileCandidate, key: string, info: ApiKeyInfo | null): Profile {
  return {
    id: randomUUID(),
    name: candidate.name,
    colour: candidate.colour,
    preset: candidate.preset,
    spotUrl: candidate.spotUrl,
    futuresUrl: candidate.futuresUrl,
    headerPrefix: candidate.headerPrefix,
    keyVersion: candidate.keyVersion,
    isReadOnly: candidate.isReadOnly,
    keyHint: hintOf(key),
    permissions: info === null ? [] : info.permissions,
    secretHome: candidate.storage,
  };
}

async function storeBoth(profile: Profile, secret: ProfileSecret, options: ConnectOptions): Promise<Result<Profile>> {
  const store = profile.secretHome === 'keychain' ? options.keychain : options.memory;
  const grants = { mayTrade: !profile.isReadOnly, permissions: profile.permissions, name: profile.name };
  const saved = await store.save(profile.id, secret, { origins: originsOf(profile), grants });
  if (!saved.ok) return saved;
  // the name may have been taken while the exchange was asked
  const added = options.profiles.nameFailure(profile.name) ?? options.profiles.add(profile, store.backend);
  if (added.ok) return added;
  const removed = await store.remove(profile.id);
  if (removed.ok) return added;
  const rest = `Fathom could not remove the key from the ${store.backend} either; its item is named ${profile.id}.`;
  return fail(added.error.kind, `${added.error.message} ${rest}`);
}
