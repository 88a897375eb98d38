import type { Decimal } from '#shared/decimal.ts';
import { isolatedWallet } from '#practice/accounts/isolated-wallet.ts';
import type { Ledger, Wallet } from '#practice/accounts/types.ts';
import { createEventQueue, type EventQueue } from '#practice/kernel/event-queue.ts';
import { accept, type Clock, type Identifiers, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { SpotVenue } from '#practice/spot/types.ts';
import type {
  BorrowRecord,
  InterestRecord,
  MarginEvent,
  MarginScope,
  MarginStatus,
  MarginStatusReason,
  MarginTerms,
  MarginTradeType,
  RepayRecord,
} from '../types.ts';

/** What assets and debts are counted in. */
export const valueCurrency = 'USDT';

export interface MarginVenueOptions {
  readonly spot: SpotVenue;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly terms: MarginTerms;
  /** lends out of its `main` wallet, and is paid back and paid interest there */
  readonly lenderId: string;
}

/** What an account owes in one currency. */
export interface LiabilityState {
  readonly currency: string;
  principal: Decimal;
  interest: Decimal;
}

export interface MarginAccountState extends MarginScope {
  readonly wallet: Wallet;
  readonly tradeType: MarginTradeType;
  /** what may lie in the wallet */
  readonly currencies: readonly string[];
  /** the currency that everything else is sold for and bought with */
  readonly hub: string;
  /** up to which the user borrows: the highest until another is chosen, always more than 1 */
  leverage: Decimal;
  readonly maxLeverage: number;
  readonly liabilities: Map<string, LiabilityState>;
  status: MarginStatus;
  /** the margin system's stop order that waits while the account is near its line */
  protectiveStopId: string | null;
}

export interface DebtHistoryState {
  readonly borrows: BorrowRecord[];
  readonly repays: RepayRecord[];
  readonly interests: InterestRecord[];
}

/** The shared state of every part of the venue. */
export interface MarginVenueState extends MarginVenueOptions {
  /** by user and pair; created at the first request */
  readonly accounts: Map<string, MarginAccountState>;
  readonly histories: Map<string, DebtHistoryState>;
  readonly events: EventQueue<MarginEvent>;
  /** the last full hour whose interest has been charged, epoch ms; null before the first look at the clock */
  chargedUntilMs: number | null;
}

export function createVenueState(options: MarginVenueOptions): MarginVenueState {
  return {
    ...options,
    accounts: new Map(),
    histories: new Map(),
    events: createEventQueue(),
    chargedUntilMs: null,
  };
}

function createCross({ terms }: MarginVenueState, { accountId }: MarginScope): MarginAccountState {
  return {
    accountId,
    symbol: null,
    wallet: 'margin',
    tradeType: 'MARGIN_TRADE',
    currencies: terms.currencies.map(({ currency }) => currency),
    hub: valueCurrency,
    leverage: `${terms.maxLeverage}`,
    maxLeverage: terms.maxLeverage,
    liabilities: new Map(),
    status: 'EFFECTIVE',
    protectiveStopId: null,
  };
}

function createIsolated(venue: MarginVenueState, accountId: string, symbol: string): MarginAccountState | null {
  const terms = venue.terms.isolatedPairs.find(each => each.symbol === symbol);
  const pair = venue.spot.pair(symbol);
  if (terms === undefined || pair === null) return null;
  return {
    ...createCross(venue, { accountId, symbol: null }),
    symbol,
    wallet: isolatedWallet(symbol),
    tradeType: 'MARGIN_ISOLATED_TRADE',
    currencies: [pair.baseCurrency, pair.quoteCurrency],
    hub: pair.quoteCurrency,
    leverage: `${terms.maxLeverage}`,
    maxLeverage: terms.maxLeverage,
  };
}

/** The account of a user, made when it is asked for first; refused for a pair without isolated margin. */
export function accountOf(venue: MarginVenueState, scope: MarginScope): Outcome<MarginAccountState> {
  const { accountId, symbol } = scope;
  const key = `${accountId}:${symbol ?? ''}`;
  const known = venue.accounts.get(key);
  if (known !== undefined) return accept(known);
  const account = symbol === null ? createCross(venue, scope) : createIsolated(venue, accountId, symbol);
  if (account === null) return refuse('not-isolated', `${symbol} has no isolated margin`, 'symbol');
  venue.accounts.set(key, account);
  return accept(account);
}

export function historyOf({ histories }: MarginVenueState, accountId: string): DebtHistoryState {
  const known = histories.get(accountId);
  if (known !== undefined) return known;
  const history: DebtHistoryState = { borrows: [], repays: [], interests: [] };
  histories.set(accountId, history);
  return history;
}

/** Sets the status of the account; published, also when it had it before for another reason. */
export function enterStatus(
  venue: MarginVenueState,
  account: MarginAccountState,
  { status, reason }: { readonly status: MarginStatus; readonly reason: MarginStatusReason },
): void {
  const { accountId, symbol, status: before } = account;
  account.status = status;
  venue.events.emit('status', () => ({ kind: 'status', accountId, symbol, status, before, reason }));
}

/** Nothing may be ordered, borrowed or taken out while an account is being liquidated or is bankrupt. */
export function checkOperable({ status }: MarginAccountState): Outcome<null> {
  if (status === 'LIQUIDATION') return refuse('margin-frozen', 'The margin account is frozen by a forced liquidation.');
  if (status === 'BANKRUPTCY') return refuse('margin-bankrupt', 'The margin account owes more than it has.');
  return accept(null);
}
