import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import { useUiStore } from '#state/ui-store.ts';
import { filterSymbols, neighbourOf } from './filter-symbols.ts';

export interface FilterChoice {
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  readonly onKeyDown: (event: KeyboardEvent, symbols: readonly SpotSymbol[]) => void;
}

/**
 * The filter of the pairs by keyboard: arrows go through what matches, Enter takes the first match (or the one that
 * the arrows lead to) and goes on to the list, Escape empties it.
 */
export function useFilterChoice(selected: string, list: RefObject<HTMLElement | null>): FilterChoice {
  const select = useUiStore(state => state.selectSymbol);
  const [filter, setFilter] = useState('');
  const [hasMoved, setMoved] = useState(false);
  const type = (text: string) => {
    setFilter(text);
    setMoved(false);
  };
  const move = (shown: readonly SpotSymbol[], key: string) => {
    const next = neighbourOf(shown, selected, key);
    if (next === null) return;
    select(next);
    setMoved(true);
  };
  const take = (shown: readonly SpotSymbol[]) => {
    const [first] = shown;
    if (first === undefined) return;
    if (!hasMoved && filter !== '') select(first.symbol);
    type('');
    list.current?.focus();
  };
  return {
    filter,
    setFilter: type,
    onKeyDown: (event, symbols) => {
      const { key } = event;
      if (key === 'Escape') type('');
      if (key !== 'Enter' && key !== 'ArrowDown' && key !== 'ArrowUp') return;
      event.preventDefault();
      const shown = filterSymbols(symbols, filter);
      if (key === 'Enter') take(shown);
      else move(shown, key);
    },
  };
}
