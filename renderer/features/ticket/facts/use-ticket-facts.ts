import { useMemo } from 'react';
import { missingOf } from '#shared/domain/completeness.ts';
import type { BorrowRate, MarginAccountRow } from '#shared/domain/account/margin.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { type PriceRef, priceKey } from '#shared/domain/market/price.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { fundsOf, marginAccountOf } from '#shared/order-entry/funds.ts';
import { sideInMode } from '#shared/rules/position-side.ts';
import { useContractMargin } from '#bridge/account/use-contract-margin.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { usePositionMode } from '#bridge/account/use-position-mode.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { useActionBook } from '#bridge/actions/use-action-book.ts';
import { useMarketRules, useRiskLevels } from '#bridge/actions/use-market-rules.ts';
import { useSendError } from '#bridge/actions/use-send-error.ts';
import { useStream } from '#bridge/stream.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWatch } from '#bridge/watch.ts';
import { openPosition } from '#lib/positions/order-terms.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { MarginDebts, TicketFacts } from '../model/ticket-facts.ts';

/** What a figure beside the keyboard may be behind the market: quick enough to type against, slow enough to read. */
const howOften = { rows: 100, sampleMs: 100 };
/** How much worse than its price a stop or a market order is counted to fill, until the policy says it. */
const usualSlippage = '0.005';

/** What the ticket has of its own that its facts depend on. */
export interface FactsContext {
  readonly profile: Profile;
  readonly market: Market;
  readonly draft: Pick<TicketDraft, 'tradeType' | 'side' | 'isAutoBorrow' | 'isReduceOnly' | 'isClose'>;
  /** what was sent within the last seconds */
  readonly recent: readonly string[];
  readonly nowMs: number;
}

/** Last, mark and index price of the market, as they are pushed, before that as the contract was read. */
function usePrices(profileId: string, { venue, symbol }: Market, contract: FuturesContract | null) {
  const refs = useMemo<readonly PriceRef[]>(() => {
    const types = venue === 'spot' ? (['last'] as const) : (['last', 'mark', 'index'] as const);
    return types.map(type => ({ venue, symbol, type }));
  }, [venue, symbol]);
  useWatch(profileId, { kind: 'prices', of: [...refs] });
  const event = useStream('prices.changed');
  return useMemo(() => {
    const prices = new Map(
      (event?.profileId === profileId ? event.prices : []).map(price => [priceKey(price), price.price]),
    );
    const of = (type: PriceRef['type']) => prices.get(priceKey({ venue, symbol, type })) ?? null;
    return {
      lastPrice: of('last') ?? contract?.lastTradePrice ?? null,
      markPrice: of('mark') ?? contract?.markPrice ?? null,
      indexPrice: of('index') ?? contract?.indexPrice ?? null,
    };
  }, [event, profileId, venue, symbol, contract]);
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

/** Interest rate of the currency that the order is paid with; null: it borrows nothing by itself, or the rate is not known. */
function useBorrowRate(
  profileId: string,
  { tradeType, side, isAutoBorrow }: FactsContext['draft'],
  rules: { readonly terms: MarketTerms } | null,
): BorrowRate | null {
  const terms = rules?.terms ?? null;
  const currency = (side === 'buy' ? terms?.quoteCurrency : terms?.baseCurrency) ?? '';
  const isEnabled = terms !== null && isAutoBorrow && (tradeType === 'cross' || tradeType === 'isolated');
  return useRead('margin.borrowRate', { profileId, currency }, { isEnabled }).data ?? null;
}

/** Everything the ticket knows of the world, as it moves; null until the market's own rules are known. */
export function useTicketFacts({ profile, market, draft, recent, nowMs }: FactsContext): TicketFacts | null {
  const { id: profileId } = profile;
  const { tradeType, side, isReduceOnly, isClose } = draft;
  const book = useActionBook(profileId, market, howOften);
  const rules = useMarketRules(profileId, market);
  const levels = useRiskLevels(profileId, market);
  const prices = usePrices(profileId, market, rules?.contract ?? null);
  const rates = useRead('accounts.marketFee', { profileId, ...market }).data ?? null;
  const { positions, ...wallets } = useWallets(profileId, market, tradeType);
  const positionMode = usePositionMode(profileId, market.venue === 'futures');
  const ofSide = sideInMode({ side, isReduceOnly, isCloseOrder: isClose }, positionMode);
  const debts = useDebts(profileId, market, { tradeType, rows: wallets.margin });
  const borrowRate = useBorrowRate(profileId, draft, rules);
  const ownOrders = useVenueRows(profileId, 'orders', { market }) ?? noOrders;
  const margin = useContractMargin(profileId, market);
  const validationError = useSendError(profile, isReduceOnly || isClose);
  const policy = useRead('policy.read', { profileId }).data ?? null;
  if (rules === null) return null;
  return {
    nowMs,
    ...rules,
    margin,
    levels,
    book,
    ...prices,
    rates,
    funds: fundsOf(tradeType, rules.terms, wallets),
    position: market.venue === 'futures' ? openPosition(positions, { symbol: market.symbol, ...ofSide }) : null,
    positionMode,
    positions,
    debts,
    borrowRate,
    ownOrders,
    recent,
    slippageCap: policy?.policy.marketSlippage ?? usualSlippage,
    policy,
    validationError,
  };
}
