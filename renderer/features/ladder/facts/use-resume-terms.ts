import { useMarketRules } from '#bridge/actions/use-market-rules.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useContractMargin } from '#bridge/account/use-contract-margin.ts';
import { sideField } from '#shared/domain/market/position-key.ts';
import { openPosition } from '#lib/positions/order-terms.ts';
import { type ResumeTerms, resumeTerms } from '../actions/resume-terms.ts';
import type { SentLadder } from '../model/ladder-views.ts';

/** Margin mode and leverage of the orders that a ladder has still to send, compared with the position of now. */
export function useResumeTerms(profileId: string, { form, market }: SentLadder): ResumeTerms {
  const contract = useMarketRules(profileId, market)?.contract ?? null;
  const positions = useAccountList(profileId, 'positions', market.venue === 'futures' ? 'glance' : null).data;
  const margin = useContractMargin(profileId, market);
  const side = form.kind === 'futures' ? form.order.positionSide : undefined;
  const position = openPosition(positions, { symbol: market.symbol, ...sideField(side) });
  return resumeTerms(form, { contract, position, margin });
}
