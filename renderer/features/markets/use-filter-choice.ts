import { type KeyboardEvent, type RefObject, use, useState } from 'react';
import { PanelScope } from '#bridge/reference/panel-scope.ts';
import { useSelectMarket } from '#state/windows/panel-link.ts';
import { neighbourOf } from './filter-markets.ts';
import type { ListedMarket } from './listed-market.ts';
import { isEnter } from '#lib/keys/keyboard.ts';

interface FilterChoiceOptions {
  readonly selectedKey: string;
  readonly list: RefObject<HTMLElement | null>;
  /** a venue has not returned its markets yet */
  readonly isComing: boolean;
}

export interface FilterChoice {
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  /** `matching`: the markets that match the present filter */
  readonly onKeyDown: (event: KeyboardEvent, matching: () => readonly ListedMarket[]) => void;
  /** the matches are drawn again: an Enter from before its market takes it now */
  readonly onListed: (shown: readonly ListedMarket[]) => void;
}

/**
 * The filter of the markets by keyboard: arrows go through what matches, Enter takes the first match (or the one that
 * the arrows lead to) and goes on to the list, Escape empties it. While markets are still to come (`isComing`), an Enter
 * that finds nothing waits for them until the text changes or the filter is left.
 */
export function useFilterChoice({ selectedKey, list, isComing }: FilterChoiceOptions): FilterChoice {
  const select = useSelectMarket(use(PanelScope));
  const [filter, setFilter] = useState('');
  const [hasMoved, setMoved] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const type = (text: string) => {
    setFilter(text);
    setMoved(false);
    setWaiting(false);
  };
  const move = (shown: readonly ListedMarket[], key: string) => {
    const next = neighbourOf(shown, selectedKey, key);
    if (next === null) return;
    select(next);
    setMoved(true);
  };
  const take = (shown: readonly ListedMarket[]) => {
    const [first] = shown;
    if (first === undefined) return setWaiting(isComing);
    if (!hasMoved && filter !== '') select(first);
    type('');
    list.current?.focus();
  };
  return {
    filter,
    setFilter: type,
    onListed: shown => {
      if (isWaiting && shown.length > 0) take(shown);
    },
    onKeyDown: (event, matching) => {
      const { key } = event;
      if (key === 'Escape') type('');
      if (!isEnter(event) && key !== 'ArrowDown' && key !== 'ArrowUp') return;
      event.preventDefault();
      if (isEnter(event)) take(matching());
      else move(matching(), key);
    },
  };
}
