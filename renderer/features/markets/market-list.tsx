import {
  type KeyboardEvent,
  type RefObject,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { useTickerDetail, useTickers } from '#bridge/live/tickers.ts';
import { PanelScope } from '#bridge/reference/panel-scope.ts';
import { usePlainRead } from '#bridge/reads/use-paced-read.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWatch } from '#bridge/watch.ts';
import { useUiStore } from '#state/ui-store.ts';
import { toggleFavourite } from '#state/view-choices.ts';
import { useSelectMarket } from '#state/windows/panel-link.ts';
import { FeedChip } from '#ui/panel/shell/feed-chip.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { filterMarkets, type MarketChoice, neighbourOf } from './filter-markets.ts';
import { type ListedMarket, listMarkets, marketKey, type MarketScope, type MarketSort } from './listed-market.ts';
import { MarketHead } from './market-head.tsx';
import { MarketRow } from './market-row.tsx';
import './markets.css';
import { MarketScopes } from './market-scopes.tsx';
import { useFilterChoice } from './use-filter-choice.ts';
import { useSlashFocus } from './use-slash-focus.ts';
import { t } from '#shared/words/t.ts';

interface MarketListProps {
  readonly profileId: string;
  readonly market: Market;
}

/** Pairs and contracts with their last 24 hours; one press changes what the window looks at. `/` goes to the filter. */
export function MarketList({ profileId, market }: MarketListProps) {
  useWatch(profileId, { kind: 'tickers' });
  const detail = useTickerDetail(profileId);
  const read = useRead('symbols.list', { profileId });
  const contracts = usePlainRead('contracts.list', { profileId }).data;
  const markets = useMemo(() => listMarkets(read.data ?? [], contracts ?? []), [read.data, contracts]);
  const [sort, setSort] = useState<MarketSort | null>(null);
  const [scope, setScope] = useState<MarketScope>('all');
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isComing = contracts === undefined || contracts.length === 0;
  const choice = useFilterChoice({ selectedKey: marketKey(market), list, isComing });
  useSlashFocus(input);
  const choose = useMarketChoice(profileId, { scope, sort });
  const drawn = useDeferredValue(choice.filter);
  const shown = useMemo(() => filterMarkets(markets, choose(drawn)), [markets, choose, drawn]);
  useEffect(() => {
    if (drawn === choice.filter) choice.onListed(shown);
  });
  return (
    <Panel
      title={t`Markets`}
      read={read}
      status={<TickersChip detail={detail} />}
      isOld={detail !== null}
      empty={() => (markets.length > 0 ? null : { reason: t`The exchange lists no markets.` })}
      skeletonRows={10}
    >
      {() => (
        <>
          <input
            ref={input}
            className="market-filter"
            type="text"
            placeholder={t`Filter  /`}
            aria-label={t`Filter markets`}
            autoComplete="off"
            spellCheck={false}
            value={choice.filter}
            onChange={event => choice.setFilter(event.target.value)}
            // what was typed counts, not what is drawn already: fast fingers are ahead of the list
            onKeyDown={event => choice.onKeyDown(event, () => filterMarkets(markets, choose(choice.filter)))}
          />
          <MarketScopes scope={scope} onChoose={setScope} />
          <MarketHead sort={sort} onSort={setSort} />
          <Rows
            profileId={profileId}
            shown={shown}
            selected={market}
            list={list}
            none={noneText(choice.filter, scope)}
          />
        </>
      )}
    </Panel>
  );
}

function noneText(filter: string, scope: MarketScope): string {
  if (filter !== '') return t`No market matches “${filter}”.`;
  return scope === 'favourites'
    ? t`No market is a favourite yet: press F on one, or its star.`
    : t`No market is listed.`;
}

interface ScopeAndSort {
  readonly scope: MarketScope;
  readonly sort: MarketSort | null;
}

/** A list sorted by its figures is sorted again at this interval, and not at every tick. */
const sortEveryMs = 3_000;

/** What a filter text asks for, with all that is chosen beside it. */
function useMarketChoice(profileId: string, { scope, sort }: ScopeAndSort): (filter: string) => MarketChoice {
  const favourites = useUiStore(state => state.favourites);
  const tickers = useTickers(profileId, sort === null ? null : sortEveryMs);
  return useCallback(filter => ({ filter, scope, sort, favourites, tickers }), [scope, sort, favourites, tickers]);
}

function TickersChip({ detail }: { readonly detail: string | null }) {
  const words = t`Last prices of pairs are pushed; contracts are read every 5 s, all 24 hours every minute.`;
  return <FeedChip state={detail === null ? 'live' : 'stale'} detail={detail ?? words} />;
}

interface RowsProps {
  readonly profileId: string;
  readonly shown: readonly ListedMarket[];
  readonly selected: Market;
  readonly list: RefObject<HTMLDivElement | null>;
  /** the text when nothing is shown */
  readonly none: string;
}

function favour(market: Market): void {
  toggleFavourite(marketKey(market));
}

function Rows({ profileId, shown, selected, list, none }: RowsProps) {
  const select = useSelectMarket(use(PanelScope));
  const showCard = useUiStore(state => state.showCard);
  const favourites = useUiStore(state => state.favourites);
  const prefix = useId();
  const selectedKey = marketKey(selected);
  const onInfo = ({ venue, symbol }: Market) =>
    showCard(venue === 'futures' ? { kind: 'contract', symbol } : { kind: 'fees', market: { venue, symbol } });
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (event.key === 'f' && isPlain) favour(selected);
    if (event.key === 'i' && isPlain) onInfo(selected);
    const next = neighbourOf(shown, selectedKey, event.key);
    if (next === null) return;
    event.preventDefault();
    select(next);
  };
  if (shown.length === 0) return <p className="market-none">{none}</p>;
  return (
    <div className="market-rows">
      <div
        ref={list}
        className="market-list"
        role="listbox"
        aria-label={t`Markets`}
        tabIndex={0}
        aria-activedescendant={`${prefix}-${selectedKey}`}
        onKeyDown={onKeyDown}
      >
        {shown.map(each => (
          <MarketRow
            key={marketKey(each)}
            id={`${prefix}-${marketKey(each)}`}
            profileId={profileId}
            market={each}
            isSelected={marketKey(each) === selectedKey}
            isFavourite={favourites.includes(marketKey(each))}
            onSelect={select}
            onFavour={favour}
            onInfo={onInfo}
          />
        ))}
      </div>
    </div>
  );
}
