import type { Market } from '#shared/domain/market/market.ts';
import type { ContractMargin } from '#lib/positions/order-terms.ts';
import { useRead } from '../use-read.ts';

/** Margin mode and cross leverage that are set for a contract; null: a pair, or not known. */
export function useContractMargin(profileId: string, { venue, symbol }: Market): ContractMargin | null {
  return useRead('contracts.settings', { profileId, symbol }, { isEnabled: venue === 'futures' }).data ?? null;
}
