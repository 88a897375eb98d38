import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Profile } from '#shared/domain/profile.ts';
import { RowLimits } from '#shared/domain/limits.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { isLoopbackOrigin } from '#shared/loopback.ts';
import type { TrustedQuestion } from '#shared/trusted.ts';
import { openJsonFile } from '#store/json-file.ts';
import { defaultActLimits } from './act-budget.ts';

/** A question to the user in the trusted window: what the main page may not decide. */
type Confirmation = Extract<TrustedQuestion, { readonly kind: 'confirm' }>;

/** `take` runs when the user agreed; `declined` when they did not. */
export type AskUser = <T>(question: Confirmation, take: () => Promise<Result<T>>) => Promise<Result<T>>;

const Allowance = z.object({ acts: z.optional(RowLimits), isAllowedAsRoot: z.optional(z.boolean()) });
const AllowancesFile = z.object({ version: z.literal(1), profiles: z.record(z.string(), Allowance) });
type Allowance = z.infer<typeof Allowance>;

/** What the user allowed a profile beyond the defaults, said in the trusted window and kept by main. */
export interface Allowances {
  readonly actLimitsOf: (profileId: string) => RowLimits;
  /** Lowering is done at once; raising either figure is asked. Kinds `declined` and `storage`. */
  readonly changeActLimits: (profile: Profile, limits: RowLimits) => Promise<Result<RowLimits>>;
  /**
   * Whether the profile may be opened by this user of the system. Root is asked once a profile; where nobody can be
   * asked now (at the start) the answer is `declined` with what to do.
   */
  readonly mayOpen: (profile: Profile, canAsk: boolean) => Promise<Result<null>>;
}

export interface AllowancesOptions {
  readonly dataDir: string;
  readonly ask: AskUser;
  readonly isRoot: boolean;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
  /** what each writing came to: null, or what the file system threw */
  readonly onWritten?: (cause: unknown) => void;
}

export function openAllowances(options: AllowancesOptions): Result<Allowances> {
  const { dataDir, ask, isRoot, nowMs, notice, onWritten } = options;
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
  const of = (profileId: string): Allowance => {
    const { profiles } = file.read();
    return (Object.hasOwn(profiles, profileId) ? profiles[profileId] : undefined) ?? {};
  };
  const keep = (profileId: string, change: Allowance): Result<unknown> =>
    file.write({ version: 1, profiles: { ...file.read().profiles, [profileId]: { ...of(profileId), ...change } } });
  const actLimitsOf = (profileId: string) => of(profileId).acts ?? defaultActLimits;

  return succeed({
    actLimitsOf,
    changeActLimits: (profile, limits) => {
      const before = actLimitsOf(profile.id);
      const store = (): Promise<Result<RowLimits>> => {
        const kept = keep(profile.id, { acts: limits });
        return Promise.resolve(kept.ok ? succeed(limits) : kept);
      };
      const isRaised = limits.perSecond > before.perSecond || limits.perMinute > before.perMinute;
      return isRaised ? ask(askForMore(profile, before, limits), store) : store();
    },
    mayOpen: (profile, canAsk) => {
      if (!isRoot || isLocal(profile) || of(profile.id).isAllowedAsRoot === true) return Promise.resolve(succeed(null));
      if (!canAsk) return Promise.resolve(fail('declined', asRoot(profile)));
      return ask(askAboutRoot(profile), () => {
        const kept = keep(profile.id, { isAllowedAsRoot: true });
        return Promise.resolve(kept.ok ? succeed(null) : kept);
      });
    },
  });
}

/** Practice and its like: a key that opens nothing but an exchange on this machine. */
function isLocal({ spotUrl, futuresUrl }: Profile): boolean {
  return isLoopbackOrigin(spotUrl) && isLoopbackOrigin(futuresUrl);
}

function asRoot({ name }: Profile): string {
  return `Fathom runs as root, so the profile ${name} was not opened: its key would be in a process that may do everything on this machine. Start Fathom as another user, or choose the profile again to allow it.`;
}

function askForMore(profile: Profile, before: RowLimits, limits: RowLimits): Confirmation {
  return {
    kind: 'confirm',
    profileName: profile.name,
    colour: profile.colour,
    title: 'Send more orders in a second or a minute?',
    facts: [
      { label: 'In any second', value: `${limits.perSecond} (now ${before.perSecond})` },
      { label: 'In any minute', value: `${limits.perMinute} (now ${before.perMinute})` },
    ],
    warning: 'The limit is what stops a program that sends orders by itself. Raise it only when you asked for it.',
    typeBack: profile.name,
    confirmLabel: 'Raise the limit',
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
      'Fathom runs as root. The browser of its window has no sandbox then, and a fault in it reaches the key and the whole machine.',
    typeBack: profile.name,
    confirmLabel: 'Open as root',
  };
}
