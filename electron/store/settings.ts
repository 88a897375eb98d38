import { join } from 'node:path';
import * as z from 'zod/mini';
import { ArchiveChoice } from '#shared/domain/archive/archive.ts';
import { Retention } from '#shared/domain/archive/history.ts';
import { Oversight } from '#shared/domain/account/oversight.ts';
import { TableSetup } from '#shared/domain/view/table-view.ts';
import { PrivacyLevel } from '#shared/domain/view/privacy.ts';
import { ViewSettings } from '#shared/domain/view/view-settings.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { checkQuota, documentLimits, fileLimitBytes, pauseMsOf } from './documents/limits.ts';
import { openLateJsonFile } from './json-file.ts';

/** Position of the window, in screen points. */
const WindowBounds = z.object({
  x: z.optional(z.int()),
  y: z.optional(z.int()),
  width: z.int().check(z.gte(400), z.lte(20_000)),
  height: z.int().check(z.gte(300), z.lte(20_000)),
  isMaximised: z.optional(z.boolean()),
});

const Settings = z.object({
  activeProfileId: z.nullable(z.string()),
  windowBounds: z.nullable(WindowBounds),
  /** null until something was chosen; one of another version is not worth losing the rest of the file for */
  look: z.catch(z.nullable(ViewSettings), null),
  /** what overseers have chosen, by profile; again not worth losing the rest of the file for */
  oversight: z.catch(z.record(z.string(), Oversight), {}),
  /** the view of each table; an unreadable one has its defaults */
  tables: z.catch(z.record(z.string(), z.catch(z.nullable(TableSetup), null)), {}),
  /** what is hidden of own figures; one that cannot be read hides all */
  privacy: z.catch(z.optional(PrivacyLevel), 'all'),
  /** absent: the archive records with its usual share */
  archive: z.catch(z.optional(ArchiveChoice), undefined),
  /** absent: the archive keeps all rows for ever */
  archiveRetention: z.catch(z.optional(Retention), undefined),
});
type Settings = z.infer<typeof Settings>;

/** Whether what is stored of a profile stays. */
export type IsKept = (profileId: string) => boolean;

export interface SettingsStore {
  read(): Settings;
  /**
   * Holds at once and is on disk a moment later. Kind `over-quota`: a document is too large, and nothing was changed.
   */
  change(part: Partial<Settings>): Result<Settings>;
  /** Drops what other profiles have chosen, and links to their keys. */
  keepProfiles(isKept: IsKept): void;
  /** what the last write failed with; null: it succeeded */
  failure(): unknown;
  /** Writes what is not on disk yet. */
  close(): void;
}

export interface SettingsOptions {
  readonly dataDir: string;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
  /** what each writing came to: null, or what the file system threw */
  readonly onWritten?: (cause: unknown) => void;
}

/**
 * What must outlive the program and is neither money nor secret, and what no action depends on. One JSON file, mode
 * 0600, written late: a crash loses the changes of the last moment.
 */
export function openSettings({ dataDir, ...options }: SettingsOptions): Result<SettingsStore> {
  const file = openLateJsonFile({
    ...options,
    path: join(dataDir, 'settings.json'),
    schema: Settings,
    empty: { activeProfileId: null, windowBounds: null, look: null, oversight: {}, tables: {} },
    title: 'the settings',
    limitBytes: fileLimitBytes.settings,
    pauseMs: pauseMsOf.settings,
  });
  if (!file.ok) return file;
  const { read, failure, close } = file.value;
  const change = (part: Partial<Settings>): Result<Settings> => {
    const next = { ...read(), ...part };
    const allowed = checkSettings(read(), next);
    if (!allowed.ok) return allowed;
    file.value.change(next);
    return succeed(next);
  };
  return succeed({
    read,
    change,
    failure,
    close,
    keepProfiles: isKept => {
      const { oversight } = read();
      const kept = oversightOf(oversight, isKept);
      if (JSON.stringify(kept) !== JSON.stringify(oversight)) change({ oversight: kept });
    },
  });
}

/** Only what differs is measured. */
function checkSettings(before: Settings, next: Settings): Result<null> {
  const { viewSettings, tableSetup, oversight } = documentLimits;
  if (next.look !== null && next.look !== before.look) {
    const allowed = checkQuota(viewSettings, next.look, []);
    if (!allowed.ok) return allowed;
  }
  const tables = checkChanged(tableSetup, before.tables, next.tables);
  return tables.ok ? checkChanged(oversight, before.oversight, next.oversight) : tables;
}

function checkChanged(
  limit: Parameters<typeof checkQuota>[0],
  before: Readonly<Record<string, object | null>>,
  next: Readonly<Record<string, object | null>>,
): Result<null> {
  if (before === next) return succeed(null);
  const all = Object.values(next).filter(document => document !== null);
  const known = new Set(Object.values(before));
  for (const document of all) {
    if (known.has(document)) continue;
    const allowed = checkQuota(
      limit,
      document,
      all.filter(other => other !== document),
    );
    if (!allowed.ok) return allowed;
  }
  return succeed(null);
}

type Oversights = Settings['oversight'];

/** What these profiles have chosen; a link to the key of another profile is dropped. */
export function oversightOf(all: Oversights, isKept: IsKept): Oversights {
  const own = Object.entries(all).filter(([id]) => isKept(id));
  return Object.fromEntries(
    own.map(([id, oversight]) => {
      const links = Object.entries(oversight.links).filter(([, linkedId]) => isKept(linkedId));
      return [id, { ...oversight, links: Object.fromEntries(links) }];
    }),
  );
}
