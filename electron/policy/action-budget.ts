import type { RowLimits } from '#shared/domain/limits.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { type ActionCost, longestPaceMs, refusePace, type Sending } from '#shared/policy/pace.ts';

export const cancelLimits: RowLimits = { perSecond: 60, perMinute: 600 };

export interface ActionBudgetOptions {
  /** what the profile may place; the user raises it in the trusted window only */
  readonly actionLimitsOf: (profileId: string) => RowLimits;
  /** monotonic: setting the clock of the computer must neither open nor close the budget */
  readonly monotonicMs: () => number;
  /** the clock of the user, for the published time */
  readonly nowMs: () => number;
}

/** One budget a profile for everything that is sent. */
export interface ActionBudget {
  /** Takes the rows, or answers `rate-limited` and takes nothing. */
  readonly take: (profileId: string, cost: ActionCost) => Result<null>;
  /** Orders and margin transfers of the last minute, by the clock of the user: what the page judges by before it asks. */
  readonly sentLately: (profileId: string) => readonly Sending[];
}

export function createActionBudget({ actionLimitsOf, monotonicMs, nowMs }: ActionBudgetOptions): ActionBudget {
  const sent = new Map<string, Sending[]>();
  const recentOf = (profileId: string, budget: ActionCost['budget']): Sending[] => {
    const id = JSON.stringify([profileId, budget]);
    const fromMs = monotonicMs() - longestPaceMs;
    const recent = (sent.get(id) ?? []).filter(({ atMs }) => atMs > fromMs);
    sent.set(id, recent);
    return recent;
  };
  return {
    take: (profileId, cost) => {
      const recent = recentOf(profileId, cost.budget);
      const atMs = monotonicMs();
      const limits = cost.budget === 'actions' ? actionLimitsOf(profileId) : cancelLimits;
      const refused = refusePace(cost, { limits, sent: recent, atMs });
      if (refused === null) {
        recent.push({ atMs, rows: cost.rows });
        return succeed(null);
      }
      const { message, waitMs, ...validationError } = refused;
      if (waitMs === null) return fail('rate-limited', `${message} Nothing was sent.`, { validationError });
      const raise = cost.budget === 'actions' ? ' The limit is raised in the policy of the profile.' : '';
      return fail('rate-limited', `${message} Nothing was sent.${raise}`, {
        validationError,
        retryAtMs: nowMs() + waitMs,
      });
    },
    sentLately: profileId => {
      const aheadMs = nowMs() - monotonicMs();
      return recentOf(profileId, 'actions').map(({ atMs, rows }) => ({ atMs: Math.round(atMs + aheadMs), rows }));
    },
  };
}
