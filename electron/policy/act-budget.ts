import type { RowLimits } from '#shared/domain/limits.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';

/** What a request takes: a batch of five orders is five rows, whatever the number of calls. */
export interface ActCost {
  /** cancels make the risk smaller, so they never wait behind orders */
  readonly budget: 'acts' | 'cancels';
  readonly rows: number;
}

export const cancelLimits: RowLimits = { perSecond: 60, perMinute: 600 };

export interface ActBudgetOptions {
  /** what the profile may place; the user raises it in the trusted window only */
  readonly actLimitsOf: (profileId: string) => RowLimits;
  /** never goes back: a clock that is set must neither open the budget nor close it */
  readonly monotonicMs: () => number;
  /** the clock of the user, for the moment that is told */
  readonly nowMs: () => number;
}

/** One budget a profile for everything that is sent. */
export interface ActBudget {
  /** Takes the rows, or answers `rate-limited` and takes nothing. */
  readonly take: (profileId: string, cost: ActCost) => Result<null>;
}

interface Sending {
  readonly atMs: number;
  readonly rows: number;
}

interface Window {
  readonly title: 'second' | 'minute';
  readonly lengthMs: number;
  readonly mostRows: number;
}

const longestMs = 60_000;

export function createActBudget({ actLimitsOf, monotonicMs, nowMs }: ActBudgetOptions): ActBudget {
  const sent = new Map<string, Sending[]>();
  return {
    take: (profileId, { budget, rows }) => {
      const id = JSON.stringify([profileId, budget]);
      const atMs = monotonicMs();
      const recent = (sent.get(id) ?? []).filter(sending => sending.atMs > atMs - longestMs);
      sent.set(id, recent);
      for (const window of windowsOf(budget === 'acts' ? actLimitsOf(profileId) : cancelLimits)) {
        const waitMs = waitFor(window, { recent, rows, atMs });
        if (waitMs !== 0) return refuse({ budget, rows }, window, waitMs === null ? null : nowMs() + waitMs);
      }
      recent.push({ atMs, rows });
      return succeed(null);
    },
  };
}

/** The minute first: whoever has to wait for it should not be told to come back in a second. */
function windowsOf({ perSecond, perMinute }: RowLimits): readonly Window[] {
  return [
    { title: 'minute', lengthMs: longestMs, mostRows: perMinute },
    { title: 'second', lengthMs: 1_000, mostRows: perSecond },
  ];
}

/** How long until the rows fit: 0 when they fit now, null when they never will. */
function waitFor(
  { lengthMs, mostRows }: Window,
  { recent, rows, atMs }: { readonly recent: readonly Sending[]; readonly rows: number; readonly atMs: number },
): number | null {
  if (rows > mostRows) return null;
  const inside = recent.filter(sending => sending.atMs > atMs - lengthMs);
  let tooMany = inside.reduce((sum, sending) => sum + sending.rows, rows) - mostRows;
  for (const sending of inside) {
    if (tooMany <= 0) return 0;
    tooMany -= sending.rows;
    if (tooMany <= 0) return Math.ceil(sending.atMs + lengthMs - atMs);
  }
  return tooMany <= 0 ? 0 : null;
}

function refuse({ budget, rows }: ActCost, { title, mostRows }: Window, retryAtMs: number | null) {
  const rule =
    budget === 'acts'
      ? `Fathom sends at most ${mostRows} orders and margin transfers in any ${title} for a profile`
      : `Fathom sends at most ${mostRows} cancels in any ${title} for a profile`;
  if (retryAtMs === null) {
    return fail('rate-limited', `${rule}, and this request alone has ${rows}. Nothing was sent.`);
  }
  const raise = budget === 'acts' ? ' The limit is raised in the policy of the profile.' : '';
  return fail('rate-limited', `${rule}, and this would be more. Nothing was sent.${raise}`, { retryAtMs });
}
