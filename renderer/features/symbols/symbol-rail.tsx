import { type RefObject, useDeferredValue, useId, useRef } from 'react';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import { useRead } from '#bridge/use-read.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Chip } from '#ui/value/chip.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { filterSymbols, neighbourOf } from './filter-symbols.ts';
import './symbols.css';
import { useFilterChoice } from './use-filter-choice.ts';
import { useSlashFocus } from './use-slash-focus.ts';

/** The pairs of the exchange; one press changes what the whole desk looks at. `/` goes to the filter. */
export function SymbolRail({ profileId, symbol }: { readonly profileId: string; readonly symbol: string }) {
  const read = useRead('symbols.list', { profileId });
  const list = useRef<HTMLDivElement>(null);
  const choice = useFilterChoice(symbol, list);
  const input = useRef<HTMLInputElement>(null);
  useSlashFocus(input);
  return (
    <Panel title="Pairs" read={read} asOfMs={null} empty={emptiness} skeletonRows={10}>
      {symbols => (
        <>
          <input
            ref={input}
            className="symbol-filter"
            type="text"
            placeholder="Filter  /"
            aria-label="Filter pairs"
            autoComplete="off"
            spellCheck={false}
            value={choice.filter}
            onChange={event => choice.setFilter(event.target.value)}
            onKeyDown={event => choice.onKeyDown(event, symbols)}
          />
          <SymbolList symbols={symbols} filter={choice.filter} selected={symbol} list={list} />
        </>
      )}
    </Panel>
  );
}

function emptiness(symbols: readonly SpotSymbol[]) {
  return symbols.length > 0 ? null : { reason: 'The exchange lists no pairs.' };
}

interface SymbolListProps {
  readonly symbols: readonly SpotSymbol[];
  readonly filter: string;
  readonly selected: string;
  readonly list: RefObject<HTMLDivElement | null>;
}

function SymbolList({ symbols, filter, selected, list }: SymbolListProps) {
  const select = useUiStore(state => state.selectSymbol);
  const prefix = useId();
  const wanted = useDeferredValue(filter);
  const shown = filterSymbols(symbols, wanted);
  if (shown.length === 0) return <p className="symbol-none">No pair matches “{wanted}”.</p>;
  return (
    <div
      ref={list}
      className="symbol-list"
      role="listbox"
      aria-label="Pairs"
      tabIndex={0}
      aria-activedescendant={`${prefix}-${selected}`}
      onKeyDown={event => {
        const next = neighbourOf(shown, selected, event.key);
        if (next === null) return;
        event.preventDefault();
        select(next);
      }}
    >
      {shown.map(each => (
        <div
          key={each.symbol}
          id={`${prefix}-${each.symbol}`}
          role="option"
          aria-selected={each.symbol === selected}
          className="symbol"
          onClick={() => select(each.symbol)}
        >
          <span className="symbol-base">{each.baseCurrency}</span>
          <span className="symbol-quote">{each.quoteCurrency}</span>
          {each.isTradingEnabled ? null : (
            <Chip tone="warning" title="The exchange has halted trading of this pair">
              halted
            </Chip>
          )}
        </div>
      ))}
    </div>
  );
}
