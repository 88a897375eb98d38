import { randomUUID } from 'node:crypto';
import type { ApiKeyInfo } from '#shared/domain/account.ts';
import type { Profile, ProfileCandidate } from '#shared/domain/profile.ts';
import { type Failure, fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { checkCandidate } from './candidate.ts';
import { diagnoseHost, diagnoseKey } from './diagnosis.ts';
import { canWithdraw, keyWarnings } from './permissions.ts';
import { nameTaken, type ProfileList } from './profiles.ts';
import type { ProfileSecret, SecretStore } from './secret.ts';

/** What a client is built from: the public part and the secret part. */
type ClientIdentity = Pick<Profile, 'spotUrl' | 'futuresUrl' | 'headerPrefix' | 'keyVersion'>;
export type BuildClient = (identity: ClientIdentity, secret: ProfileSecret) => ExchangeClient;

export interface ConnectOptions {
  readonly profiles: ProfileList;
  readonly keychain: SecretStore;
  readonly memory: SecretStore;
  readonly buildClient: BuildClient;
}

export interface ConnectedProfile {
  readonly profile: Profile;
  readonly warnings: string[];
}

/**
 * Checks a candidate by one signed read at the exchange itself and only then stores it: first the secret, then the
 * profile; when the second fails the first is taken back. The error names the wrong piece and the field of the form. A
 * key that can withdraw is refused unless the user takes it in so many words.
 */
export async function connectProfile(
  typed: ProfileCandidate,
  options: ConnectOptions,
): Promise<Result<ConnectedProfile>> {
  const checked = checkCandidate(typed);
  if (!checked.ok) return checked;
  const candidate = checked.value;
  if (options.profiles.isNameTaken(candidate.name)) return nameTaken(candidate.name);
  const { key, secret, passphrase } = candidate;
  const client = options.buildClient(candidate, { key, secret, passphrase });
  const info = await tryKey(client);
  client.close();
  if (!info.ok) return info;
  if (canWithdraw(info.value) && !candidate.mayWithdraw) return overStrong;
  const profile = toProfile(candidate, info.value);
  const stored = await storeBoth(profile, { key, secret, passphrase }, options);
  if (!stored.ok) return stored;
  return succeed({ profile, warnings: keyWarnings(info.value, candidate.isReadOnly) });
}

const overStrong = fail(
  'permission',
  'This key can withdraw money, and Fathom never needs that. Nothing was stored. Make a key without that right at the exchange.',
  { field: 'mayWithdraw' },
);

/** Host by host, then the clock, then the key: the first piece that is wrong is the one named. Null: it tells no rights. */
async function tryKey(client: ExchangeClient): Promise<Result<ApiKeyInfo | null>> {
  const asAct = { priority: 'act' } as const;
  for (const venue of ['spot', 'futures'] as const) {
    const time = await client.reference.serverTime({ venue }, asAct);
    if (!time.ok) return refused(diagnoseHost(time.error, venue));
  }
  const clock = await client.connect();
  if (!clock.ok) return refused(diagnoseHost(clock.error, 'spot'));
  const info = await client.accounts.apiKey({}, asAct);
  if (info.ok) return info;
  if (info.error.kind !== 'not-found') return refused(diagnoseKey(info.error));
  const fee = await client.accounts.baseFee({}, asAct);
  return fee.ok ? succeed(null) : refused(diagnoseKey(fee.error));
}

function refused(error: Failure): Result<never> {
  return { ok: false, error };
}

function toProfile(candidate: ProfileCandidate, info: ApiKeyInfo | null): Profile {
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
    // four of a short key would be too much of it
    keyHint: candidate.key.length >= 12 ? candidate.key.slice(-4) : '',
    permissions: info === null ? [] : info.permissions,
    secretHome: candidate.storage,
  };
}

async function storeBoth(profile: Profile, secret: ProfileSecret, options: ConnectOptions): Promise<Result<Profile>> {
  const store = profile.secretHome === 'keychain' ? options.keychain : options.memory;
  const saved = await store.save(profile.id, secret);
  if (!saved.ok) return saved;
  // the name may have been taken while the exchange was asked
  const added = options.profiles.isNameTaken(profile.name)
    ? nameTaken(profile.name)
    : options.profiles.add(profile, store.backend);
  if (added.ok) return added;
  const removed = await store.remove(profile.id);
  if (removed.ok) return added;
  const rest = `The key could not be taken back out of the ${store.backend} either; its item is named ${profile.id}.`;
  return fail(added.error.kind, `${added.error.message} ${rest}`);
}
