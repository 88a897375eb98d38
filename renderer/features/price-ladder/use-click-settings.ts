import { useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useRead } from '#bridge/use-read.ts';
import { useUiStore } from '#state/ui-store.ts';
import type { ContractTaking } from './model/ladder-order.ts';

/** The size that was clicked with last in each market. */
const lastSizes = new Map<string, string>();
/** What one click comes to beside its price. */
export interface ClickSize {
  readonly size: string;
  readonly onSize: (size: string) => void;
  readonly presets: readonly string[];
}

const noPresets: readonly string[] = [];

/** The size of a click, and the presets of the market. */
export function useClickSize({ venue, symbol }: Market): ClickSize {
  const key = `${venue}:${symbol}`;
  const presets = useUiStore(state => state.presets[key]) ?? noPresets;
  const [size, setSize] = useState(() => lastSizes.get(key) ?? presets.find(each => each !== '') ?? '');
  const onSize = (next: string) => {
    lastSizes.set(key, next);
    setSize(next);
  };
  return { presets, size, onSize };
}

/** As in a new ticket. */
const usualLeverage = '5';

/** The margin mode that the contract is held in, and the leverage that is typed here. */
export function useContractTaking(profileId: string, { venue, symbol }: Market) {
  const isFutures = venue === 'futures';
  const settings = useRead('contracts.settings', { profileId, symbol }, { isEnabled: isFutures }).data;
  const positions = useAccountList(profileId, 'positions', isFutures ? 'glance' : null).data;
  const position = positions?.find(each => each.symbol === symbol && each.isOpen);
  const [typed, onLeverage] = useState<Decimal | null>(null);
  const marginMode = position?.marginMode ?? settings?.marginMode ?? 'isolated';
  const taking: ContractTaking = { marginMode, leverage: typed ?? usualLeverage };
  return { taking, contractTaking: isFutures ? taking : null, onLeverage };
}
