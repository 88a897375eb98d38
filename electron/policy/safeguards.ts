import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Safeguards } from '#shared/domain/safety/safeguards.ts';
import { EpochMs } from '#shared/domain/scalars.ts';
import type { Result } from '#shared/errors.ts';
import { type JsonFile, openJsonFile } from '#store/json-file.ts';

const Kept = z.object({
  frozenSinceMs: z.nullable(EpochMs),
  isDryRun: z.boolean(),
  timedCancelS: z.nullable(z.int()),
});
type Kept = z.infer<typeof Kept>;
const SafeguardsFile = z.object({
  version: z.literal(1),
  /** when a file of this kind could not be read: the profiles that it named stay frozen until released */
  lostAtMs: z.optional(EpochMs),
  profiles: z.record(z.string(), Kept),
});
type SafeguardsFile = z.infer<typeof SafeguardsFile>;

export type SafeguardChange = Partial<Kept>;

/** What keeps each profile from sending: frozen by the kill switch, or in a dry run. Kept over a restart. */
export interface SafeguardList {
  readonly of: (profileId: string) => Safeguards;
  /** Applies at once, also without disk; `isKept` states whether it survives a restart. */
  readonly change: (profileId: string, change: SafeguardChange) => Safeguards;
  /** Freezes what another process froze in the file meanwhile: `--kill` does so beside a main process that hangs. */
  readonly adoptFreezes: () => void;
  readonly close: () => void;
}

export interface SafeguardOptions {
  readonly dataDir: string;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
  readonly onChange: (safeguards: Safeguards) => void;
  /** what each writing came to: null, or what the file system threw */
  readonly onWritten?: (cause: unknown) => void;
  /** Returns its undo. */
  readonly later: (what: () => void, ms: number) => () => void;
}

const retryMs = 2_000;
const none: Kept = { frozenSinceMs: null, isDryRun: false, timedCancelS: null };

/** Freezes that hold only as long as the process: for `--kill` where the file can be neither read nor written. */
export function createUnkeptSafeguards(): SafeguardList {
  const held = new Map<string, Kept>();
  const of = (profileId: string): Safeguards => ({ profileId, ...(held.get(profileId) ?? none), isKept: false });
  return {
    of,
    adoptFreezes: () => {},
    change: (profileId, change) => {
      held.set(profileId, { ...(held.get(profileId) ?? none), ...change });
      return of(profileId);
    },
    close: () => {},
  };
}

/**
 * Kind `storage` when the file cannot be read. An invalid one freezes every profile, because the frozen ones are
 * unknown.
 */
export function openSafeguards(options: SafeguardOptions): Result<SafeguardList> {
  const { later, onChange } = options;
  const opened = openFile(options);
  if (!opened.ok) return opened;
  const file = opened.value;
  let held: SafeguardsFile = file.read();
  let isKept = true;
  let undo: (() => void) | null = null;

  const keptOf = (profileId: string): Kept => {
    if (Object.hasOwn(held.profiles, profileId)) return held.profiles[profileId] ?? none;
    return held.lostAtMs === undefined ? none : { ...none, frozenSinceMs: held.lostAtMs };
  };
  const of = (profileId: string): Safeguards => ({ profileId, ...keptOf(profileId), isKept });
  const write = (): void => {
    undo?.();
    undo = null;
    isKept = file.write(held).ok;
    if (!isKept) undo = later(rewrite, retryMs);
  };
  const rewrite = (): void => {
    write();
    if (isKept) for (const profileId of Object.keys(held.profiles)) onChange(of(profileId));
  };
  /** What is on the disk is ours but for freezes of another process, unless our own last change is not there. */
  const adoptFreezes = (): void => {
    const others = isKept ? freezesIn(file.readAgain()) : [];
    const frozen = others.filter(({ profileId }) => of(profileId).frozenSinceMs === null);
    if (frozen.length === 0) return;
    const rows = frozen.map(
      ({ profileId, frozenSinceMs }) => [profileId, { ...keptOf(profileId), frozenSinceMs }] as const,
    );
    held = { ...held, profiles: { ...held.profiles, ...Object.fromEntries(rows) } };
    for (const { profileId } of frozen) onChange(of(profileId));
  };
  return {
    ok: true,
    value: {
      of,
      adoptFreezes,
      change: (profileId, change) => {
        adoptFreezes();
        held = { ...held, profiles: { ...held.profiles, [profileId]: { ...keptOf(profileId), ...change } } };
        write();
        const now = of(profileId);
        onChange(now);
        return now;
      },
      close: () => undo?.(),
    },
  };
}

function freezesIn(file: SafeguardsFile | null) {
  return Object.entries(file?.profiles ?? {}).flatMap(([profileId, { frozenSinceMs }]) =>
    frozenSinceMs === null ? [] : [{ profileId, frozenSinceMs }],
  );
}

function openFile({ dataDir, nowMs, notice, onWritten }: SafeguardOptions): Result<JsonFile<SafeguardsFile>> {
  let isLost = false;
  const opened = openJsonFile({
    path: join(dataDir, 'safeguards.json'),
    schema: SafeguardsFile,
    empty: { version: 1, profiles: {} },
    title: 'which profiles are frozen',
    nowMs,
    notice: message => {
      isLost = true;
      notice(`${message} Every profile is frozen until you release it.`);
    },
    ...(onWritten === undefined ? {} : { onWritten }),
  });
  if (!opened.ok || !isLost) return opened;
  // when even this cannot be written the next start finds no file: the notice has reported it
  const lost = opened.value.write({ version: 1, lostAtMs: nowMs(), profiles: {} });
  return lost.ok ? opened : lost;
}
