import type { PolicyState } from '#shared/calls/policy-calls.ts';
import type { RiskLimitLevel } from '#shared/domain/market/futures.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { ActBook } from '#shared/domain/market/act-book.ts';
import { judge, type PolicyVerdict } from '#shared/policy/judge.ts';
import type { PolicyAct } from '#shared/policy/policy-act.ts';
import { useRead } from '../use-read.ts';
import { useActBook } from './use-act-book.ts';
import { type MarketRules, useMarketRules, useRiskLevels } from './use-market-rules.ts';

/** What a sheet that acts on one market knows of it, as it moves. */
export interface ActFacts extends MarketRules {
  /** lowest first; empty: not known, or none */
  readonly levels: readonly RiskLimitLevel[];
  readonly book: ActBook;
  /** null: not known */
  readonly policy: PolicyState | null;
}

const howOften = { rows: 100, sampleMs: 200 };

/** Null until the market's own rules are known. */
export function useActFacts(profileId: string, market: Market): ActFacts | null {
  const book = useActBook(profileId, market, howOften);
  const rules = useMarketRules(profileId, market);
  const levels = useRiskLevels(profileId, market);
  const policy = useRead('policy.read', { profileId }).data ?? null;
  return rules === null ? null : { ...rules, levels, book, policy };
}

/** What main will say of it, by the very code of main. Null: not enough is known here, and main says it then. */
export function judgeHere(
  act: PolicyAct | null,
  { policy, book }: Pick<ActFacts, 'policy' | 'book'>,
): PolicyVerdict | null {
  if (act === null || policy === null || book.state === 'none') return null;
  return judge(act, policy.policy, { book, rates: policy.rates, spentToday: policy.spentToday });
}
