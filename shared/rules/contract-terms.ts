import { type ContractRecord, orderTermFields } from '#shared/domain/market/futures.ts';
import { type Breach, breach } from './breach.ts';
import { t } from '#shared/words/t.ts';

/** The fields of a contract that the exchange does not state and that a new order is computed from, as a sentence. */
export function unstatedTermsText(contract: ContractRecord): string {
  const fields = orderTermFields.filter(field => contract[field] === null).join(', ');
  return t`The exchange does not state ${fields} of ${contract.symbol}, so no new order is sent. Reduce-only orders are sent.`;
}

/** Why no new order of a contract can be checked; null: the exchange states all of its terms. */
export function checkTerms(contract: ContractRecord): Breach | null {
  return orderTermFields.every(field => contract[field] !== null)
    ? null
    : breach('symbol', unstatedTermsText(contract));
}
