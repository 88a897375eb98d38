import * as z from 'zod/mini';
import { ownChange, ownRead, ownSave, whileLocked } from '../domain/call-traits.ts';
import { TableSetup } from '../domain/view/table-view.ts';
import { ViewSettings } from '../domain/view/view-settings.ts';
import { ProfileWorkspaces } from '../domain/view/workspace.ts';
import { PanelWindow, WindowBounds } from '../domain/view/panel-window.ts';
import { DecimalText, Side, Venue } from '../domain/scalars.ts';

const nothing = z.strictObject({});
const all = z.object({ windows: z.array(PanelWindow) });

const place = z.int().check(z.gte(0));
const mostPlannedRungs = 200;

/** A ladder that is being composed in one window, for the others to draw. Nothing of it has been sent. */
export const PlannedLadder = z.strictObject({
  venue: Venue,
  symbol: z.string().check(z.maxLength(40)),
  side: Side,
  rungs: z
    .array(z.strictObject({ row: place, price: DecimalText, size: DecimalText }))
    .check(z.maxLength(mostPlannedRungs)),
});
export type PlannedLadder = z.infer<typeof PlannedLadder>;

/** A planned rung, or all of them by as much, was dragged in another window than the one that composes them. */
const RungMove = z.strictObject({ profileId: z.string(), row: place, price: DecimalText, isAll: z.boolean() });

/** The calls about windows and what a profile shows in them; part of the contract. Main knows which window asks. */
export const windowCalls = {
  /** null: never changed */
  'workspaces.read': {
    ...ownRead,
    input: z.strictObject({ profileId: z.string() }),
    output: z.nullable(ProfileWorkspaces),
  },
  /** replaces what was kept */
  'workspaces.save': {
    ...ownSave,
    ...whileLocked,
    input: z.strictObject({ profileId: z.string(), kept: ProfileWorkspaces }),
    output: z.strictObject({}),
  },
  /** what the window that asks shows; null: it is the main one */
  'windows.self': { ...ownRead, ...whileLocked, input: nothing, output: z.nullable(PanelWindow) },
  /** The main window is there: opens what this profile had open last, ends what another had. Answers all. */
  'windows.restore': { ...ownChange, ...whileLocked, input: z.strictObject({ profileId: z.string() }), output: all },
  /** a panel that has a window of its own already comes to the front instead; `widthPx` is how wide it wants to begin */
  'windows.open': {
    ...ownChange,
    input: z.strictObject({
      profileId: z.string(),
      panel: PanelWindow.shape.panel,
      widthPx: z.optional(WindowBounds.shape.width),
    }),
    output: PanelWindow,
  },
  'windows.close': { ...ownChange, ...whileLocked, input: z.strictObject({ id: z.string() }), output: nothing },
  /** to the front; `main` is the main one */
  'windows.focus': { ...ownRead, ...whileLocked, input: z.strictObject({ id: z.string() }), output: nothing },
  /** what is composed in the window that asks; null: nothing any more. Said again and again, for windows come and go. */
  'windows.plan': {
    ...ownRead,
    input: z.strictObject({ profileId: z.string(), plan: z.nullable(PlannedLadder) }),
    output: nothing,
  },
  'windows.moveRung': { ...ownRead, input: RungMove, output: nothing },
} as const;

export const windowEvents = {
  /** another window changed how all of them look: everything that is kept, as `viewSettings.read` answers it */
  'viewSettings.changed': { payload: ViewSettings, delivery: 'latest-wins' },
  /** another window changed how a table is looked at */
  'tables.changed': { payload: z.object({ id: z.string(), setup: TableSetup }), delivery: 'each' },
  /** another window composes a ladder; null: no longer */
  'windows.planned': {
    payload: z.object({ profileId: z.string(), plan: z.nullable(PlannedLadder) }),
    delivery: 'latest-wins',
  },
  'windows.rungMoved': { payload: RungMove, delivery: 'each' },
  /** all panel windows of the profile that is open */
  'windows.changed': { payload: z.object({ ...all.shape, profileId: z.string() }), delivery: 'latest-wins' },
} as const;
