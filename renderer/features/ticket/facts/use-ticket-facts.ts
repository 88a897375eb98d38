import { useMemo, useSyncExternalStore } from 'react';
import { missingOf } from '#shared/domain/completeness.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { FuturesContract, Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { type PriceRef, priceKey } from '#shared/domain/market/price.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import { fundsOf, marginAccountOf } from '#shared/order-entry/funds.ts';
import { contractTerms, type MarketTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { createBookSampler } from '#bridge/live/book-sampler.ts';
import { useContractList } from '#bridge/reference/use-market.ts';
import { useInstruments } from '#bridge/reference/use-reference.ts';
import { useStream } from '#bridge/stream.ts';
import { useSafeguards } from '#bridge/safety/use-safeguards.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWatch } from '#bridge/watch.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { MarginDebts, TicketBook, TicketFacts } from '../model/ticket-facts.ts';
import { ticketBook, ticketRows } from './ticket-book.ts';
import { t } from '#shared/words/t.ts';

/** What a figure beside the keyboard may be behind the market: quick enough to type against, slow enough to read. */
const sampleMs = 100;
/** How much worse than its price a stop or a market order is counted to fill, until the policy says it. */
const usualSlippage = '0.005';

/** What the ticket has of its own that its facts depend on. */
export interface FactsContext {
  readonly profile: Profile;
  readonly market: Market;
  readonly draft: Pick<TicketDraft, 'tradeType' | 'isReduceOnly' | 'isClose'>;
  /** what was sent within the last seconds */
  readonly recent: readonly string[];
}

function useTicketBook(profileId: string, { venue, symbol }: Market): TicketBook {
  useWatch(profileId, { kind: 'book', venue, symbol, rows: ticketRows, step: null, periodMs: sampleMs });
  const sampler = useMemo(
    () => createBookSampler({ profileId, venue, symbol, step: null }, sampleMs),
    [profileId, venue, symbol],
  );
  const book = useSyncExternalStore(sampler.subscribe, sampler.sampled);
  return useMemo(() => ticketBook(book), [book]);
}

interface Rules {
  readonly pair: SpotSymbol | null;
  readonly contract: FuturesContract | null;
  readonly levels: readonly RiskLimitLevel[];
  /** null: not known yet */
  readonly terms: MarketTerms | null;
}

const noLevels: readonly RiskLimitLevel[] = [];

function useRules(profileId: string, { venue, symbol }: Market): Rules {
  const isFutures = venue === 'futures';
  const pair = useInstruments(profileId).get(symbol);
  const listed = useContractList(profileId, isFutures).get(symbol);
  const read = useRead('contracts.read', { profileId, symbol }, { isEnabled: isFutures }).data;
  const levels = useRead('contracts.riskLevels', { profileId, symbol }, { isEnabled: isFutures }).data ?? noLevels;
  const contract = read ?? listed;
  return useMemo(() => {
    if (isFutures)
      return {
        pair: null,
        contract: contract ?? null,
        levels,
        terms: contract === undefined ? null : contractTerms(contract),
      };
    return { pair: pair ?? null, contract: null, levels: noLevels, terms: pair === undefined ? null : spotTerms(pair) };
  }, [isFutures, pair, contract, levels]);
}

/** Last, mark and index price of the market, as they are pushed, before that as the contract was read. */
function usePrices(profileId: string, { venue, symbol }: Market, contract: FuturesContract | null) {
  const refs = useMemo<readonly PriceRef[]>(() => {
    const types = venue === 'spot' ? (['last'] as const) : (['last', 'mark', 'index'] as const);
    return types.map(type => ({ venue, symbol, type }));
  }, [venue, symbol]);
  useWatch(profileId, { kind: 'prices', of: [...refs] });
  const told = useStream('prices.changed');
  return useMemo(() => {
    const prices = new Map(
      (told?.profileId === profileId ? told.prices : []).map(price => [priceKey(price), price.price]),
    );
    const of = (type: PriceRef['type']) => prices.get(priceKey({ venue, symbol, type })) ?? null;
    return {
      lastPrice: of('last') ?? contract?.lastTradePrice ?? null,
      markPrice: of('mark') ?? contract?.markPrice ?? null,
      indexPrice: of('index') ?? contract?.indexPrice ?? null,
    };
  }, [told, profileId, venue, symbol, contract]);
}

function positionIn(rows: readonly Position[] | undefined, symbol: string): Position | null | undefined {
  return rows === undefined ? undefined : (rows.find(each => each.symbol === symbol && each.isOpen) ?? null);
}

const noOrders: readonly Order[] = [];

function useWallets(profileId: string, market: Market, tradeType: TradeType) {
  const isOnMargin = tradeType === 'cross' || tradeType === 'isolated';
  const balances = useAccountList(profileId, 'balances', 'glance');
  const margin = useAccountList(profileId, 'margin.accounts', isOnMargin ? 'glance' : null);
  const positions = useAccountList(profileId, 'positions', market.venue === 'futures' ? 'glance' : null);
  const missing = missingOf(balances.completeness);
  return { balances: balances.data, margin: margin.data, missing, positions: positions.data };
}

/** The account that an order on margin trades from, with the line at which it is liquidated. */
function useDebts(
  profileId: string,
  { symbol }: Market,
  { tradeType, rows }: { readonly tradeType: TradeType; readonly rows: readonly MarginAccountRow[] | undefined },
): MarginDebts | null {
  const config = useRead('margin.config', { profileId }, { isEnabled: tradeType === 'cross' }).data;
  const symbols = useRead('margin.isolatedSymbols', { profileId }, { isEnabled: tradeType === 'isolated' }).data;
  return useMemo(() => {
    const account = marginAccountOf(tradeType, symbol, rows);
    const rules = tradeType === 'cross' ? config : symbols?.find(each => each.symbol === symbol);
    return account === undefined ? null : { account, liquidationRatio: rules?.liquidationDebtRatio ?? null };
  }, [tradeType, symbol, rows, config, symbols]);
}

/** Why nothing may be sent for this account now, as a sentence. What only reduces goes while it is frozen. */
function useObjection(profile: Profile, isReducing: boolean): string | null {
  const isFrozen = (useSafeguards(profile.id)?.frozenSinceMs ?? null) !== null;
  const reconciling = useStream('reconciliation.changed');
  if (profile.isReadOnly) return t`This profile is read-only`;
  if (isFrozen && !isReducing) return t`Frozen: nothing but cancels and what reduces is sent`;
  return reconciling?.profileId === profile.id ? reconciling.reason : null;
}

/** Everything the ticket knows of the world, as it moves; null until the market's own rules are known. */
export function useTicketFacts({ profile, market, draft, recent }: FactsContext): TicketFacts | null {
  const { id: profileId } = profile;
  const { tradeType, isReduceOnly, isClose } = draft;
  const book = useTicketBook(profileId, market);
  const { terms, ...rules } = useRules(profileId, market);
  const prices = usePrices(profileId, market, rules.contract);
  const rates = useRead('accounts.marketFee', { profileId, ...market }).data ?? null;
  const { positions, ...wallets } = useWallets(profileId, market, tradeType);
  const debts = useDebts(profileId, market, { tradeType, rows: wallets.margin });
  const ownOrders = useVenueRows(profileId, 'orders', { market }) ?? noOrders;
  const objection = useObjection(profile, isReduceOnly || isClose);
  const policy = useRead('policy.read', { profileId }).data ?? null;
  if (terms === null) return null;
  return {
    terms,
    ...rules,
    book,
    ...prices,
    rates,
    funds: fundsOf(tradeType, terms, wallets),
    position: market.venue === 'futures' ? positionIn(positions, market.symbol) : null,
    positions,
    debts,
    ownOrders,
    recent,
    slippageCap: policy?.policy.marketSlippage ?? usualSlippage,
    policy,
    objection,
  };
}
