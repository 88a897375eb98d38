import * as z from 'zod/mini';
import { ViewSettings } from '#shared/domain/view/view-settings.ts';
import { usableKeys } from '#state/shortcut-choice.ts';
import { t } from '#shared/words/t.ts';

/** Content of a settings file: appearance and shortcuts. Nothing of an account, a market or a window. */
const fields = ViewSettings.shape;
const Portable = z.object({
  theme: z.optional(fields.theme),
  density: z.optional(fields.density),
  directions: z.optional(fields.directions),
  fontSize: z.optional(fields.fontSize),
  isStill: z.optional(fields.isStill),
  timeZone: z.optional(fields.timeZone),
  hasMilliseconds: z.optional(fields.hasMilliseconds),
  isBookInQuote: z.optional(fields.isBookInQuote),
  isBookCumulative: z.optional(fields.isBookCumulative),
  isBlotterNarrow: z.optional(fields.isBlotterNarrow),
  stuckAfterMin: z.optional(fields.stuckAfterMin),
  presets: z.optional(fields.presets),
  ladderTemplates: z.optional(fields.ladderTemplates),
  shortcuts: z.optional(fields.shortcuts),
  fillSounds: z.optional(fields.fillSounds),
});
/** Those that a file names; the others are no keys of it. */
export type PortableSettings = Partial<Pick<ViewSettings, keyof z.infer<typeof Portable>>>;

const format = 'fathom-settings';
const SettingsFile = z.object({ format: z.literal(format), version: z.literal(1), settings: z.unknown() });

/** The settings as a file's text; `state` may hold more. */
export function settingsText(state: unknown): string {
  return `${JSON.stringify({ format, version: 1, settings: Portable.parse(state) }, null, 2)}\n`;
}

type ReadSettings = { readonly settings: PortableSettings } | { readonly error: string };

/** What of a file can be taken; the rest is as it was. A value that this version does not know is no reason to refuse. */
export function readSettings(text: string): ReadSettings {
  const file = SettingsFile.safeParse(parseJson(text));
  if (!file.success) return { error: t`The file is not a Fathom settings file.` };
  const settings = Portable.safeParse(file.data.settings);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema lets a key be there without a value; JSON has no such thing
  if (settings.success) return { settings: withUsableKeys(settings.data as PortableSettings) };
  const field = settings.error.issues[0]?.path.join('.') ?? '';
  return {
    error: t`The settings file is invalid: ${field}. Nothing was changed.`,
  };
}

/** A file may have been written by hand: keys that mean two things, or move what is fixed, are not taken. */
function withUsableKeys(settings: PortableSettings): PortableSettings {
  return settings.shortcuts === undefined ? settings : { ...settings, shortcuts: usableKeys(settings.shortcuts) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
