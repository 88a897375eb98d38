import { useState } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useContractMargin } from '#bridge/account/use-contract-margin.ts';
import { usePositionMode } from '#bridge/account/use-position-mode.ts';
import type { ActionFacts } from '#bridge/actions/use-action-facts.ts';
import { useUiStore } from '#state/ui-store.ts';
import type { LadderTaking, TakingOfMarket } from './model/ladder-order.ts';
import { type ChosenTaking, takingOf } from './model/taking.ts';

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

/** What was chosen last, by profile and market: another profile may have other accounts. */
const lastTakings = new Map<string, ChosenTaking>();
const nothingChosen: ChosenTaking = {};

export interface TakingChoice {
  readonly takingOf: (side: Side) => LadderTaking;
  /** null: the rules of the market are not known, or it is traded out of one account only */
  readonly choice: TakingOfMarket | null;
  readonly onTaking: (edit: ChosenTaking) => void;
}

/** How a click trades: from which account of a pair, with which margin mode and leverage on a contract. */
export function useTaking(profileId: string, market: Market, facts: ActionFacts | null): TakingChoice {
  const { venue, symbol } = market;
  const isFutures = venue === 'futures';
  const key = `${profileId} ${venue}:${symbol}`;
  const margin = useContractMargin(profileId, market);
  const positions = useAccountList(profileId, 'positions', isFutures ? 'glance' : null).data;
  const positionMode = usePositionMode(profileId, isFutures);
  const [chosen, setChosen] = useState(() => lastTakings.get(key) ?? nothingChosen);
  const onTaking = (edit: ChosenTaking) => {
    const next = { ...chosen, ...edit };
    lastTakings.set(key, next);
    setChosen(next);
  };
  const known = { contract: facts?.contract ?? null, positions, margin, positionMode };
  const of = (side: Side) => takingOf(side, chosen, known);
  const [buy, sell] = [of('buy'), of('sell')];
  const ofContract = {
    venue: 'futures',
    typedLeverage: chosen.leverage ?? '',
    terms: { buy, sell },
    isReduceOnly: buy.isReduceOnly,
    positionMode,
  } as const;
  const ofPair = { venue: 'spot', account: buy.account, isAutoLoan: buy.isAutoLoan } as const;
  const isOnMargin = facts?.pair?.isMarginEnabled === true;
  return {
    takingOf: side => (side === 'buy' ? buy : sell),
    choice: isFutures ? ofContract : isOnMargin ? ofPair : null,
    onTaking,
  };
}
