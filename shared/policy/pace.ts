import type { RowLimits } from '../domain/limits.ts';
import { t } from '#shared/words/t.ts';

/** What a request takes: a batch of five orders is five rows, whatever the number of calls. */
export interface ActionCost {
  /** cancels make the risk smaller, so they never wait behind orders */
  readonly budget: 'actions' | 'cancels';
  readonly rows: number;
}

/** Rows that went at once. */
export interface Sending {
  readonly atMs: number;
  readonly rows: number;
}

/** What went, by one clock, and what may. */
export interface PaceKnown {
  readonly limits: RowLimits;
  readonly sent: readonly Sending[];
  readonly atMs: number;
}

/** Why rows must wait: the rule, the figure and the limit, and all of it as a sentence. */
export interface PaceRejection {
  readonly rule: `${ActionCost['budget']}-per-${'second' | 'minute'}`;
  readonly figure: string;
  readonly limit: string;
  readonly message: string;
  /** until they fit; null: they never will */
  readonly waitMs: number | null;
}

interface Window {
  readonly rule: 'per-second' | 'per-minute';
  readonly title: string;
  readonly lengthMs: number;
  readonly mostRows: number;
}

export const longestPaceMs = 60_000;

/** Holds rows against what went in the last second and minute. Pure: main refuses by it and the ticket warns by it. */
export function refusePace(cost: ActionCost, { limits, sent, atMs }: PaceKnown): PaceRejection | null {
  for (const window of windowsOf(limits)) {
    const inside = sent.filter(sending => sending.atMs > atMs - window.lengthMs);
    const waitMs = waitFor(window, { inside, rows: cost.rows, atMs });
    if (waitMs !== 0) return findPolicyError({ ...cost, sent: rowsOf(inside), waitMs }, window);
  }
  return null;
}

/** The minute first: advice to wait a second would be wrong when the minute is used up. */
function windowsOf({ perSecond, perMinute }: RowLimits): readonly Window[] {
  return [
    { rule: 'per-minute', title: t`minute`, lengthMs: longestPaceMs, mostRows: perMinute },
    { rule: 'per-second', title: t`second`, lengthMs: 1_000, mostRows: perSecond },
  ];
}

/** How long until the rows fit: 0 when they fit now, null when they never will. */
function waitFor(
  { lengthMs, mostRows }: Window,
  { inside, rows, atMs }: { readonly inside: readonly Sending[]; readonly rows: number; readonly atMs: number },
): number | null {
  if (rows > mostRows) return null;
  let tooMany = rowsOf(inside) + rows - mostRows;
  for (const sending of inside) {
    if (tooMany <= 0) return 0;
    tooMany -= sending.rows;
    if (tooMany <= 0) return Math.ceil(sending.atMs + lengthMs - atMs);
  }
  return 0;
}

function rowsOf(sendings: readonly Sending[]): number {
  return sendings.reduce((sum, { rows }) => sum + rows, 0);
}

interface Refused extends ActionCost {
  /** rows that went within the window */
  readonly sent: number;
  readonly waitMs: number | null;
}

function findPolicyError(
  { budget, rows, sent, waitMs }: Refused,
  { rule: window, title, mostRows }: Window,
): PaceRejection {
  const rule =
    budget === 'actions'
      ? t`Fathom sends at most ${mostRows} orders and margin transfers in any ${title} for a profile`
      : t`Fathom sends at most ${mostRows} cancels in any ${title} for a profile`;
  const total = waitMs === null ? rows : sent + rows;
  const message =
    waitMs === null
      ? t`${rule}, and this request alone has ${rows}.`
      : t`${rule}; ${sent} went in the last ${title}, and this would make ${total}.`;
  return { rule: `${budget}-${window}`, figure: `${total}`, limit: `${mostRows}`, message, waitMs };
}
