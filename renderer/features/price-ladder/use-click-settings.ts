import { useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { usePositionMode } from '#bridge/account/use-position-mode.ts';
import { useRead } from '#bridge/use-read.ts';
import { useUiStore } from '#state/ui-store.ts';
import type { LadderTaking, TakingOfMarket } from './model/ladder-order.ts';

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

/** What was chosen of an account or a contract; what was not is as it is held. */
type ChosenTaking = Partial<LadderTaking>;

/** What was chosen last, by profile and market: another profile may have other accounts. */
const lastTakings = new Map<string, ChosenTaking>();
const nothingChosen: ChosenTaking = {};

/** As in a new ticket. */
const usual = { account: 'spot', isAutoLoan: false, leverage: '5', isReduceOnly: false } as const;

export interface TakingChoice {
  readonly taking: LadderTaking;
  /** null: the rules of the market are not known, or it is traded out of one account only */
  readonly choice: TakingOfMarket | null;
  readonly onTaking: (edit: ChosenTaking) => void;
}

/** Out of which account a press trades; a contract takes the margin mode that it is held in. */
export function useTaking(profileId: string, { venue, symbol }: Market, isOnMargin: boolean): TakingChoice {
  const isFutures = venue === 'futures';
  const key = `${profileId} ${venue}:${symbol}`;
  const settings = useRead('contracts.settings', { profileId, symbol }, { isEnabled: isFutures }).data;
  const positions = useAccountList(profileId, 'positions', isFutures ? 'glance' : null).data;
  const position = positions?.find(each => each.symbol === symbol && each.isOpen);
  const positionMode = usePositionMode(profileId, isFutures);
  const [chosen, setChosen] = useState(() => lastTakings.get(key) ?? nothingChosen);
  const { account, isAutoLoan, leverage, isReduceOnly } = { ...usual, ...chosen };
  const marginMode = position?.marginMode ?? settings?.marginMode ?? 'isolated';
  const onTaking = (edit: ChosenTaking) => {
    const next = { ...chosen, ...edit };
    lastTakings.set(key, next);
    setChosen(next);
  };
  const ofPair = isOnMargin ? ({ venue: 'spot', account, isAutoLoan } as const) : null;
  const choice = isFutures ? ({ venue: 'futures', marginMode, leverage, isReduceOnly, positionMode } as const) : ofPair;
  const taking = { account, isAutoLoan, marginMode, leverage, isReduceOnly, positionMode };
  return { taking, choice, onTaking };
}
