import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Profile } from '#shared/domain/profile.ts';
import { RowLimits } from '#shared/domain/limits.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { isLoopbackOrigin } from '#shared/loopback.ts';
import { changesToAllow, type PolicyChange, tighter } from '#shared/policy/compare-policies.ts';
import { type Policy, StoredPolicy } from '#shared/policy/policy.ts';
import type { TrustedQuestion } from '#shared/trusted.ts';
import { openJsonFile } from '#store/json-file.ts';

/** A question to the user in the trusted window: what the main page may not decide. */
type Confirmation = Extract<TrustedQuestion, { readonly kind: 'confirm' }>;

/** `take` runs when the user agreed; `declined` when they did not. */
export type AskUser = <T>(question: Confirmation, take: () => Promise<Result<T>>) => Promise<Result<T>>;

const Allowance = z.object({
  policy: z.optional(StoredPolicy),
  /** what an earlier version kept: the part of a policy that there was then */
  acts: z.optional(RowLimits),
  isAllowedAsRoot: z.optional(z.boolean()),
});
const AllowancesFile = z.object({ version: z.literal(1), profiles: z.record(z.string(), Allowance) });
type Allowance = z.infer<typeof Allowance>;

/** What lies beside a key in the keychain of the above. */
type Grants = Allowance;
type ChangeGrants = (kept: Grants) => Grants;

/** What the user allowed a profile beyond the defaults, entered in the trusted window and stored by main. */
export interface Allowances {
  readonly policyOf: (profileId: string) => Policy;
  /**
   * What only tightens is done at once; when any figure loosens, or the right to cancel ends, all of it is asked, and
   * nothing is changed unless the user agrees. Kinds `declined` and `storage`.
   */
  readonly changePolicy: (profile: Profile, policy: Policy) => Promise<Result<Policy>>;
  /**
   * Whether the profile may be opened by this user of the system. Root is confirmed once per profile; without a
   * possible question (at the start) the answer is `declined` with advice. Asked before the keychain is read.
   */
  readonly mayOpen: (profile: Profile, canAsk: boolean) => Promise<Result<null>>;
  /** The same again with what was found beside the key, which from now on bounds what the file says. */
  readonly mayUse: (profile: Profile, grants: Grants) => Result<null>;
}

export interface AllowancesOptions {
  readonly dataDir: string;
  readonly ask: AskUser;
  /** the policy of a profile for which nothing was ever allowed */
  readonly defaultsOf: (profileId: string) => Policy;
  /** keeps beside the key of the profile what `change` makes of the grants there */
  readonly changeGrants: (profile: Profile, change: ChangeGrants) => Promise<Result<Grants>>;
  readonly isRoot: boolean;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
  /** what each writing came to: null, or what the file system threw */
  readonly onWritten?: (cause: unknown) => void;
}

export function openAllowances(options: AllowancesOptions): Result<Allowances> {
  const { ask, isRoot, defaultsOf } = options;
  const opened = openAllowancesFile(options);
  if (!opened.ok) return opened;
  const { of, keep, learn } = opened.value;

  const policyOf = (profileId: string) => policyIn(of(profileId), defaultsOf(profileId)) ?? defaultsOf(profileId);
  const keepPolicy = async (profile: Profile, policy: Policy, change: ChangeGrants): Promise<Result<Policy>> => {
    const kept = await keep(profile, { policy, acts: undefined }, change);
    return kept.ok ? succeed(policyOf(profile.id)) : kept;
  };

  return succeed({
    policyOf,
    changePolicy: (profile, policy) => {
      const before = policyOf(profile.id);
      const changes = changesToAllow(before, policy);
      if (changes.length > 0) {
        const loosen = async (): Promise<Result<Policy>> => {
          // what was tightened while the question was open was not shown, so it was not agreed to
          if (!isDeepStrictEqual(changesToAllow(policyOf(profile.id), policy), changes)) return changedMeanwhile();
          return await keepPolicy(profile, policy, ({ acts: _acts, ...kept }) => ({ ...kept, policy }));
        };
        return ask(askForMore(profile, changes, before.mayCancel && !policy.mayCancel), loosen);
      }
      // the previous figure may have been edited in the file: tightening never gives more than is kept
      return keepPolicy(profile, policy, ({ acts, ...kept }) => {
        const defaults = defaultsOf(profile.id);
        const granted = policyIn({ ...kept, acts }, defaults) ?? defaults;
        return { ...kept, policy: tighter(policy, granted) };
      });
    },
    mayOpen: async (profile, canAsk) => {
      if (!isRoot || isLocal(profile) || of(profile.id).isAllowedAsRoot === true) return succeed(null);
      if (!canAsk) return fail('declined', asRoot(profile));
      return ask(askAboutRoot(profile), async () => {
        const kept = await keep(profile, { isAllowedAsRoot: true }, grants => ({ ...grants, isAllowedAsRoot: true }));
        return kept.ok ? succeed(null) : kept;
      });
    },
    mayUse: (profile, grants) => {
      if (!isBound(profile)) return succeed(null);
      learn(profile.id, grants);
      const isRefused = isRoot && !isLocal(profile) && grants.isAllowedAsRoot !== true;
      return isRefused ? fail('declined', asRoot(profile)) : succeed(null);
    },
  });
}

function changedMeanwhile() {
  const message = 'The policy changed while this question was open, so nothing was allowed. Close it and ask again.';
  return fail('declined', message);
}

/** What the file says, bounded by what lies beside the key: only practice and keys in memory have the file alone. */
function openAllowancesFile({ changeGrants, defaultsOf, dataDir, nowMs, notice, onWritten }: AllowancesOptions) {
  const opened = openJsonFile({
    path: join(dataDir, 'allowances.json'),
    schema: AllowancesFile,
    empty: { version: 1, profiles: {} },
    title: 'what you allowed',
    nowMs,
    notice,
    ...(onWritten === undefined ? {} : { onWritten }),
  });
  if (!opened.ok) return opened;
  const file = opened.value;
  const learned = new Map<string, Grants>();
  const written = (profileId: string): Allowance => {
    const { profiles } = file.read();
    return (Object.hasOwn(profiles, profileId) ? profiles[profileId] : undefined) ?? {};
  };
  const of = (profileId: string): Allowance => {
    const grants = learned.get(profileId);
    return grants === undefined ? written(profileId) : bounded(written(profileId), grants, defaultsOf(profileId));
  };
  const learn = (profileId: string, grants: Grants) => void learned.set(profileId, grants);
  /** beside the key first: a file that lags behind is only the tighter */
  const keep = async (profile: Profile, value: Allowance, change: ChangeGrants): Promise<Result<Allowance>> => {
    if (isBound(profile)) {
      const grants = await changeGrants(profile, change);
      if (!grants.ok) return grants;
      learn(profile.id, grants.value);
    }
    const row = { ...written(profile.id), ...value };
    const kept = file.write({ version: 1, profiles: { ...file.read().profiles, [profile.id]: row } });
    return kept.ok ? succeed(of(profile.id)) : kept;
  };
  return succeed({ of, learn, keep });
}

/** Its key lies in the keychain, and beside it what the user allowed. */
function isBound({ secretHome }: Profile): boolean {
  return secretHome === 'keychain';
}

/** The policy that was allowed; null: none was, so the default counts. */
function policyIn({ policy, acts }: Allowance, defaults: Policy): Policy | null {
  // an earlier version wrote fewer limits
  if (policy !== undefined) return { ...policy, movements: policy.movements ?? defaults.movements };
  return acts === undefined ? null : { ...defaults, acts };
}

function bounded(file: Allowance, grants: Grants, defaults: Policy): Allowance {
  const granted = policyIn(grants, defaults) ?? defaults;
  const policy = policyIn(file, defaults);
  return {
    policy: policy === null ? granted : tighter(policy, granted),
    isAllowedAsRoot: file.isAllowedAsRoot === true && grants.isAllowedAsRoot === true,
  };
}

/** Practice and its like: a key that opens nothing but an exchange on this machine. */
function isLocal({ spotUrl, futuresUrl }: Profile): boolean {
  return isLoopbackOrigin(spotUrl) && isLoopbackOrigin(futuresUrl);
}

function asRoot({ name }: Profile): string {
  return `Fathom runs as root, so the profile ${name} was not opened: its key would be in a process that may do everything on this machine. Start Fathom as another user, or choose the profile again to allow it.`;
}

function askForMore(profile: Profile, changes: readonly PolicyChange[], losesCancel: boolean): Confirmation {
  return {
    kind: 'confirm',
    profileName: profile.name,
    colour: profile.colour,
    title: losesCancel ? 'Remove the right to cancel?' : 'Loosen the policy of this profile?',
    facts: changes.map(({ label, before, after }) => ({ label, value: `${after} (now ${before})` })),
    warning: losesCancel
      ? 'Without the right to cancel, only the kill switch cancels open orders. Change the policy only if you asked for this change.'
      : 'The policy protects against mistakes and against other programs. Loosen it only if you asked for this change.',
    typeBack: profile.name,
    confirmLabel: losesCancel ? 'Change the policy' : 'Loosen the policy',
  };
}

function askAboutRoot(profile: Profile): Confirmation {
  return {
    kind: 'confirm',
    profileName: profile.name,
    colour: profile.colour,
    title: 'Open this profile as root?',
    facts: [
      { label: 'Spot address', value: profile.spotUrl },
      { label: 'Futures address', value: profile.futuresUrl },
    ],
    warning:
      'Fathom runs as root. The browser of its window then has no sandbox: a fault in it can reach the key and the whole machine.',
    typeBack: profile.name,
    confirmLabel: 'Open as root',
  };
}
