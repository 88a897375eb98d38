import * as z from 'zod/mini';

/** Names a window. Main gives it, and knows by it who asks; a page can neither choose nor change its own. */
export type WindowId = string;

/** The window that Fathom opens with, and ends with. */
export const mainWindowId: WindowId = 'main';

/** Windows that show one panel each, at most so many at once. */
export const mostPanelWindows = 8;

/** The position of a window, in screen points; without x and y the system places it. */
export const WindowBounds = z.object({
  x: z.optional(z.int()),
  y: z.optional(z.int()),
  width: z.int().check(z.gte(200), z.lte(20_000)),
  height: z.int().check(z.gte(150), z.lte(20_000)),
  isMaximised: z.optional(z.boolean()),
});
export type WindowBounds = z.infer<typeof WindowBounds>;

/** Which panel, by its name in the page. */
const panel = z.string().check(z.minLength(1), z.maxLength(40));

/** A window that is open, with the one panel it shows. */
export const PanelWindow = z.object({ id: z.string(), panel });
export type PanelWindow = z.infer<typeof PanelWindow>;

/** A window as it is kept over a restart. */
export const StoredPanelWindow = z.object({ panel, bounds: z.nullable(WindowBounds) });
export type StoredPanelWindow = z.infer<typeof StoredPanelWindow>;
