import { useState } from 'react';
import type { Portfolio, PortfolioQuestion } from '#shared/domain/portfolio/portfolio.ts';
import { type Read, useRead } from '#bridge/use-read.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useNow } from '#ui/clock.ts';
import { boundsOf, type OpenedDay, type SpanName, zoneName } from './span.ts';

/** What the user chooses of the panel. */
export interface PortfolioChoice {
  /** null: all accounts; `''`: the account of the key */
  readonly owner: string | null;
  readonly span: SpanName;
  /** a day in the place of the span */
  readonly day: OpenedDay | null;
  readonly method: PortfolioQuestion['method'];
}

export const firstChoice: PortfolioChoice = { owner: null, span: '30D', day: null, method: 'average' };

/** The choice as the question that main answers. */
export function usePortfolioQuestion(profileId: string, currency: string, choice: PortfolioChoice): PortfolioQuestion {
  const timeZone = zoneName(useUiStore(state => state.timeZone));
  const { owner, span, day, method } = choice;
  return { profileId, owner, ...boundsOf(span, day, useNow(60_000)), currency, timeZone, method };
}

/**
 * The answer to a question. While the next answer to the same choice is on its way, because its start moved with the time,
 * the previous one stays.
 */
export function usePortfolio(question: PortfolioQuestion, choice: PortfolioChoice): Read<Portfolio> {
  const read = useRead('portfolio.read', question);
  const { fromMs: _, toMs: __, ...fixed } = question;
  const key = JSON.stringify([fixed, choice.span, choice.day]);
  const [held, setHeld] = useState({ key, data: read.data });
  const data = read.data ?? (held.key === key ? held.data : undefined);
  if (held.key !== key || held.data !== data) setHeld({ key, data });
  return { ...read, data, isLoading: read.isLoading && data === undefined };
}
