import * as z from 'zod/mini';
import { CandleInterval } from '../market/candle.ts';
import { DecimalText, EpochMs, Venue } from '../scalars.ts';

/** `system`: dark or light, as the system is; `contrast`: black, white and few colours */
export const Theme = z.enum(['dark', 'light', 'system', 'contrast']);
export type Theme = z.infer<typeof Theme>;

/** How much room a row takes. */
export const Density = z.enum(['low', 'medium', 'high']);
export type Density = z.infer<typeof Density>;

/** The colours of up and down; blue and orange suit colour-blind users. Shapes distinguish them as well. */
export const DirectionColours = z.enum(['green-red', 'blue-orange']);
export type DirectionColours = z.infer<typeof DirectionColours>;

export const FontSize = z.enum(['small', 'medium', 'large']);
export type FontSize = z.infer<typeof FontSize>;

/** How loud a fill is. */
export const FillSound = z.enum(['off', 'soft', 'loud']);
export type FillSound = z.infer<typeof FillSound>;

/** Of the words, figures and dates of the page; `system`: that of the system where the page knows it, else English */
export const Language = z.enum(['system', 'en', 'de']);
export type Language = z.infer<typeof Language>;

const name = z.string().check(z.maxLength(60));

/** The view settings of the user, kept over a restart. */
const percent = z.number().check(z.gte(0), z.lte(100));

/** The position of the book in the workspace, in percent; without a width: not shown. */
export const BookPlace = z.object({ left: percent, top: percent, width: percent, height: percent });
export type BookPlace = z.infer<typeof BookPlace>;

export const ViewSettings = z.object({
  symbol: name,
  // what an older file does not hold
  venue: z.catch(Venue, 'spot'),
  /** null: the window has not been open yet */
  bookPlace: z.catch(z.nullable(BookPlace), null),
  /** markets as `venue:symbol` */
  favourites: z.catch(z.array(name).check(z.maxLength(500)), []),
  isBlotterNarrow: z.boolean(),
  chartInterval: CandleInterval,
  /** the grouping of the book by pair */
  bookSteps: z.record(name, DecimalText).check(z.refine(steps => Object.keys(steps).length <= 500)),
  isBookInQuote: z.boolean(),
  isBookCumulative: z.boolean(),
  theme: Theme,
  density: Density,
  directions: z.catch(DirectionColours, 'green-red'),
  fontSize: z.catch(FontSize, 'medium'),
  /** nothing moves but the figures themselves */
  isStill: z.catch(z.boolean(), false),
  /** `local`, `UTC` or the name of a zone */
  timeZone: z.catch(name, 'local'),
  hasMilliseconds: z.catch(z.boolean(), false),
  language: z.catch(Language, 'en'),
  /** minutes after which a withdrawal that is under way counts as stuck */
  stuckAfterMin: z.catch(z.int().check(z.gte(1), z.lte(10_080)), 60),
  /** own sizes for the ticket, as typed, by market as `venue:symbol`; empty text: an empty place */
  presets: z.catch(z.record(name, z.array(name).check(z.maxLength(4))), {}),
  /**
   * shapes of ladders under names of one's own; the ladder reads each by its own schema, which the first chunk does
   * without
   */
  ladderTemplates: z.catch(z.array(z.record(name, name)).check(z.maxLength(60)), []),
  /** keys that the user gave to shortcuts, by their names */
  shortcuts: z.catch(z.record(name, name), {}),
  /** which panels follow which market together, see the page's state/links.ts */
  links: z.catch(z.record(name, name), {}),
  /** by class of fill, see the page's features/fills/fill-sound.ts; what is not named is as it was made */
  fillSounds: z.catch(z.record(name, FillSound), {}),
  /** the time of the newest fill that was reported to the user, by profile and part as `profileId:part` */
  fillsSeenMs: z.catch(z.record(name, EpochMs), {}),
});
export type ViewSettings = z.infer<typeof ViewSettings>;
