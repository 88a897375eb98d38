import * as z from 'zod/mini';
import { Venue } from '../scalars.ts';

/** Names a window. Main gives it, and knows by it who asks; a page can neither choose nor change its own. */
export type WindowId = string;

/** The window that Fathom opens with, and ends with. */
export const mainWindowId: WindowId = 'main';

/** Windows that show one panel each, at most so many at once. */
export const mostPanelWindows = 8;

/** Where a window stands, in screen points; without x and y the system places it. */
export const WindowBounds = z.object({
  x: z.optional(z.int()),
  y: z.optional(z.int()),
  width: z.int().check(z.gte(200), z.lte(20_000)),
  height: z.int().check(z.gte(150), z.lte(20_000)),
  isMaximised: z.optional(z.boolean()),
});
export type WindowBounds = z.infer<typeof WindowBounds>;

/** Panels of one colour show one market; each colour is also a letter and a shape, for whom colours are not enough. */
export const LinkColour = z.enum(['A', 'B', 'C', 'D', 'E']);
export type LinkColour = z.infer<typeof LinkColour>;

/** The colour that everything begins with: the market of the main window. */
export const mainLink: LinkColour = 'A';

export const LinkMarket = z.object({ venue: Venue, symbol: z.string().check(z.maxLength(60)) });
export type LinkMarket = z.infer<typeof LinkMarket>;

const shown = {
  /** which panel, by its name in the page */
  panel: z.string().check(z.minLength(1), z.maxLength(40)),
  /** null: it follows no other */
  link: z.nullable(LinkColour),
  /** what it shows when it follows no other; null: what the main window shows */
  market: z.nullable(LinkMarket),
};

/** A window that is open. */
export const PanelWindow = z.object({ id: z.string(), ...shown });
export type PanelWindow = z.infer<typeof PanelWindow>;

/** What a window is asked to show. */
export const PanelWindowWish = z.strictObject(shown);
export type PanelWindowWish = z.infer<typeof PanelWindowWish>;

/** A window as it is kept over a restart. */
export const StoredPanelWindow = z.object({ ...shown, bounds: z.nullable(WindowBounds) });
export type StoredPanelWindow = z.infer<typeof StoredPanelWindow>;
