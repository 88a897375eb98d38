import * as z from 'zod/mini';
import { LinkColour, LinkMarket, PanelWindow, PanelWindowWish } from '../domain/view/panel-window.ts';

const nothing = z.strictObject({});
const all = z.object({ windows: z.array(PanelWindow) });

/** The calls about windows; part of the contract. Who asks, main knows by itself. */
export const windowCalls = {
  /** what the window that asks shows; null: it is the main one */
  'windows.self': { input: nothing, output: z.nullable(PanelWindow) },
  /** The main window is there: opens what this profile had open last, ends what another had. Answers all. */
  'windows.restore': { input: z.strictObject({ profileId: z.string() }), output: all },
  /** a panel that has a window of its own already comes to the front instead */
  'windows.open': { input: z.strictObject({ profileId: z.string(), ...PanelWindowWish.shape }), output: PanelWindow },
  'windows.close': { input: z.strictObject({ id: z.string() }), output: nothing },
  /** to the front; `main` is the main one */
  'windows.focus': { input: z.strictObject({ id: z.string() }), output: nothing },
  /** what the window that asks follows from now on */
  'windows.follow': {
    input: z.strictObject({ link: z.nullable(LinkColour), market: z.nullable(LinkMarket) }),
    output: nothing,
  },
} as const;

export const windowEvents = {
  /** all panel windows of the profile that is open */
  'windows.changed': { payload: z.extend(all, { profileId: z.string() }), delivery: 'latest-wins' },
} as const;
