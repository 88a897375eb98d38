import type { PolicyState } from '#shared/calls/policy-calls.ts';
import type { RiskLimitLevel } from '#shared/domain/market/futures.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { ActionBook } from '#shared/domain/market/action-book.ts';
import { judge, type PolicyResult } from '#shared/policy/judge.ts';
import type { PolicyAction } from '#shared/policy/policy-action.ts';
import { useRead } from '../use-read.ts';
import { useActionBook } from './use-action-book.ts';
import { type MarketRules, useMarketRules, useRiskLevels } from './use-market-rules.ts';

/** The live facts of a market for a sheet with actions on it. */
export interface ActionFacts extends MarketRules {
  /** lowest first; empty: not known, or none */
  readonly levels: readonly RiskLimitLevel[];
  readonly book: ActionBook;
  /** null: not known */
  readonly policy: PolicyState | null;
}

const howOften = { rows: 100, sampleMs: 200 };

/** Null until the market's own rules are known. */
export function useActionFacts(profileId: string, market: Market): ActionFacts | null {
  const book = useActionBook(profileId, market, howOften);
  const rules = useMarketRules(profileId, market);
  const levels = useRiskLevels(profileId, market);
  const policy = useRead('policy.read', { profileId }).data ?? null;
  return rules === null ? null : { ...rules, levels, book, policy };
}

/** What main will say of it, by the very code of main. Null: not enough is known here, and main says it then. */
export function judgeHere(
  action: PolicyAction | null,
  { policy, book }: Pick<ActionFacts, 'policy' | 'book'>,
): PolicyResult | null {
  if (action === null || policy === null || book.state === 'none') return null;
  return judge(action, policy.policy, { book, rates: policy.rates, spentToday: policy.spentToday });
}
