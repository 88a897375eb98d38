import { join } from 'node:path';
import * as z from 'zod/mini';
import { Oversight } from '#shared/domain/account/oversight.ts';
import { TableSetup } from '#shared/domain/view/table-view.ts';
import { PrivacyLevel } from '#shared/domain/view/privacy.ts';
import { ViewSettings } from '#shared/domain/view/view-settings.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { openJsonFile } from './json-file.ts';

/** Where the window stood, in screen points. */
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
  /** how each table is looked at; one that cannot be read is as it came */
  tables: z.catch(z.record(z.string(), z.catch(z.nullable(TableSetup), null)), {}),
  /** what is hidden of own figures; one that cannot be read hides all */
  privacy: z.catch(z.optional(PrivacyLevel), 'all'),
});
type Settings = z.infer<typeof Settings>;

export interface SettingsStore {
  read(): Settings;
  /** kind `storage` when the data folder cannot be written */
  change(part: Partial<Settings>): Result<Settings>;
}

export interface SettingsOptions {
  readonly dataDir: string;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
  /** what each writing came to: null, or what the file system threw */
  readonly onWritten?: (cause: unknown) => void;
}

/** What must outlive the program and is neither money nor secret. One JSON file, mode 0600. */
export function openSettings({ dataDir, nowMs, notice, onWritten }: SettingsOptions): Result<SettingsStore> {
  const file = openJsonFile({
    path: join(dataDir, 'settings.json'),
    schema: Settings,
    empty: { activeProfileId: null, windowBounds: null, look: null, oversight: {}, tables: {} },
    title: 'the settings',
    nowMs,
    notice,
    ...(onWritten === undefined ? {} : { onWritten }),
  });
  if (!file.ok) return file;
  return succeed({
    read: file.value.read,
    change: part => file.value.write({ ...file.value.read(), ...part }),
  });
}
