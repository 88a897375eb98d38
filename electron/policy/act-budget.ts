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
        const inside = recent.filter(sending => sending.atMs > atMs - window.lengthMs);
        const waitMs = waitFor(window, { inside, rows, atMs });
        if (waitMs === 0) continue;
        const asked = { budget, rows, sent: rowsOf(inside), retryAtMs: waitMs === null ? null : nowMs() + waitMs };
        return refuse(asked, window);
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
  { inside, rows, atMs }: { readonly inside: readonly Sending[]; readonly rows: number; readonly atMs: number },
): number | null {
  if (rows > mostRows) return null;
  let tooMany = rowsOf(inside) + rows - mostRows;
  for (const sending of inside) {
    if (tooMany <= 0) return 0;
    tooMany -= sending.rows;
    if (tooMany <= 0) return Math.ceil(sending.atMs + lengthMs - atMs);
  }
  return tooMany <= 0 ? 0 : null;
}

function rowsOf(sendings: readonly Sending[]): number {
  return sendings.reduce((sum, { rows }) => sum + rows, 0);
}

interface Refused extends ActCost {
  /** rows that went within the window */
  readonly sent: number;
  /** null: it never fits */
  readonly retryAtMs: number | null;
}

/** Names the rule, the figure and its limit, as every refusal does. */
function refuse({ budget, rows, sent, retryAtMs }: Refused, { title, mostRows }: Window) {
  const rule =
    budget === 'acts'
      ? `Fathom sends at most ${mostRows} orders and margin transfers in any ${title} for a profile`
      : `Fathom sends at most ${mostRows} cancels in any ${title} for a profile`;
  const id = `${budget}-per-${title}`;
  if (retryAtMs === null) {
    const refusal = { rule: id, figure: `${rows}`, limit: `${mostRows}` };
    return fail('rate-limited', `${rule}, and this request alone has ${rows}. Nothing was sent.`, { refusal });
  }
  const raise = budget === 'acts' ? ' The limit is raised in the policy of the profile.' : '';
  const total = sent + rows;
  const message = `${rule}; ${sent} went in the last ${title}, and this would make ${total}. Nothing was sent.${raise}`;
  return fail('rate-limited', message, { refusal: { rule: id, figure: `${total}`, limit: `${mostRows}` }, retryAtMs });
}
