import { expect, it } from 'vitest';
import type { CallInput, CallName } from '#shared/contract.ts';
import { defaultPolicy } from '#shared/policy/policy.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { ReadCosts } from '#shared/domain/link.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { fail, succeed } from '#shared/errors.ts';
import { catalogue } from '#client/catalogue.ts';
import { action, createAnsweringFixture } from '#client/endpoints/testing/endpoint-fixture.ts';
import type { ExchangeClient } from '#client/client.ts';
import { joinSpotFamilies } from '#client/families/join-families.ts';
import { gateway, json } from '#client/testing/fake-exchange.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import type { ProfileSelection } from '#credentials/profile-selection.ts';
import { createActionPolicy } from '#policy/action-policy.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createLiveMarket } from '#market/live-market.ts';
import type { LiveMarkets } from '#market/live-markets.ts';
import { createFakeClock, settle } from '#time/testing/fake-clock.ts';
import type { Handlers } from '../gate.ts';
import { createHandlers } from '../handlers.ts';
import type { HandlerOptions } from './handler-options.ts';
import { patientReads, readCosts } from './read-costs.ts';
import { createInstruments } from '#trading/instruments.ts';

/** The handlers on a real client, whose exchange notes what it is asked. */
function build(
  headers: Readonly<Record<string, string>> = {},
  dataOf: (url: URL) => unknown = () => ({}),
  wrap: (client: ExchangeClient) => ExchangeClient = client => client,
) {
  const { client: own, sent } = createAnsweringFixture(({ url }) =>
    json({ code: '200000', data: dataOf(url) }, 200, headers),
  );
  const client = wrap(own);
  const market = createLiveMarket({
    profileId: 'p',
    client,
    feed: createFakeFeed().feed,
    openActions: () => [],
    isReopened: false,
    emit: () => undefined,
    offer: () => undefined,
    clock: createFakeClock(),
    log: createNotes().log,
  });
  const profiles: Pick<ProfileSelection, 'onAccount' | 'find'> = {
    find: id => succeed(buildProfile({ id })),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a read needs the client of the account only
    onAccount: (profileId, what) => what({ profileId, client } as Parameters<typeof what>[0]),
  };
  const policy = createActionPolicy({
    sentLately: () => [],
    policyOf: () => defaultPolicy,
    journal: { spent: () => succeed({}), moved: () => succeed({ hour: {}, day: {}, sinceTyped: {} }) },
    prices: {
      book: (_id, of) => market.actionPrices.book(of),
      rates: (_id, to, priority) => market.actionPrices.rates(to, priority),
    },
    ask: () => Promise.resolve(fail('declined', 'no')),
    profileOf: id => fail('no-profile', id),
    nowMs: () => 0,
  });
  const live: Pick<LiveMarkets, 'of'> = { of: id => (id === 'p' ? succeed(market) : fail('no-profile', id)) };
  const trading: Pick<HandlerOptions['trading'], 'intents' | 'positionMode'> = {
    intents: () => succeed([]),
    positionMode: on => createInstruments(() => 0).readPositionMode(on.client),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a read touches nothing else
  return { handlers: createHandlers({ profiles, live, trading, policy } as HandlerOptions), client, sent };
}

type Written =
  | `orders.place${string}`
  | `${string}.cancel`
  | `${string}.place`
  | 'stops.placePair'
  | 'orders.amend'
  | 'positions.addMargin'
  | 'positions.withdrawMargin'
  | 'contracts.change'
  | 'margin.cancelAll'
  | 'margin.borrow'
  | 'margin.repay'
  | 'transfers.send';
type Own =
  | `app.${string}`
  | `viewSettings.${string}`
  | `oversight.${string}`
  | `presence.${string}`
  | `overseen.${string}`
  | `workspaces.${string}`
  | `profiles.${string}`
  | `keychain.${string}`
  | 'policy.change'
  | `safeguards.${string}`
  | `killSwitch.${string}`
  | `dryRun.${string}`
  | `timedCancel.${string}`
  | `audit.${string}`
  | `archive.${string}`
  | `history.${string}`
  | `portfolio.${string}`
  | `exports.${string}`
  | `windows.${string}`
  | `tables.${string}`
  | `lock.${string}`
  | `privacy.${string}`;
type PushedCall =
  | 'storage.read'
  | 'health.read'
  | 'accounts.linked'
  | 'reads.costs'
  | 'watch.set'
  | 'account.refresh'
  | 'orders.ended';
/** A new call of the contract is listed here, or states above why it is no read. */
type Read = Exclude<CallName, Written | Own | PushedCall>;

const symbol = 'S';
const here = { profileId: 'p' };
/** the moment of the fixture's clock, so that the exchange still keeps it */
const span = { fromMs: createFakeClock().nowMs() - 1000, toMs: createFakeClock().nowMs() };
const reads: { readonly [N in Read]: (venue: Venue) => CallInput<N> } = {
  'link.read': () => here,
  'policy.read': () => here,
  'symbols.list': () => here,
  'contracts.list': () => here,
  'book.read': venue => ({ ...here, venue, symbol, depth: 20 }),
  'orders.done': venue => ({ ...here, venue, symbol: null, page: 1, pageSize: 50 }),
  'orders.answer': venue => ({ ...here, order: { venue, symbol, tradeType: 'spot', orderId: symbol, isStop: false } }),
  'orders.read': venue => ({ ...here, order: { venue, symbol, tradeType: 'spot', orderId: symbol } }),
  'orders.fills': venue => ({ ...here, order: { venue, symbol, tradeType: 'spot', orderId: symbol } }),
  'contracts.read': () => ({ ...here, symbol }),
  'contracts.riskLevels': () => ({ ...here, symbol }),
  'contracts.funding': () => ({ ...here, symbol }),
  'contracts.settings': () => ({ ...here, symbol }),
  'positions.mode': () => here,
  'positions.mostToWithdraw': () => ({ ...here, symbol }),
  'accounts.marketFee': venue => ({ ...here, venue, symbol }),
  'accounts.subAccounts': () => here,
  'accounts.subHoldings': () => here,
  'accounts.subFutures': () => ({ ...here, currencies: ['USDT', 'XBT'] }),
  'accounts.baseFee': () => here,
  'feeds.read': () => here,
  'trades.recent': venue => ({ ...here, venue, symbol }),
  'candles.history': venue => ({ ...here, venue, symbol, interval: '1hour', beforeMs: null }),
  'intents.list': () => here,
  'currencies.list': () => here,
  'currencies.read': () => ({ ...here, currency: symbol, chain: null }),
  'withdrawals.list': () => ({ ...here, ...span, currency: null, status: null }),
  'deposits.list': () => ({ ...here, ...span, currency: null }),
  'ledger.list': () => ({ ...here, ...span, currency: null, isHf: false }),
  'transfers.transferable': () => ({ ...here, currency: symbol, wallet: 'main', symbol: null }),
  'margin.config': () => here,
  'margin.isolatedSymbols': () => here,
  'margin.crossAccount': () => ({ ...here, quoteCurrency: 'USDT' }),
  'margin.isolatedAccounts': () => ({ ...here, quoteCurrency: 'USDT' }),
  'margin.orders': () => ({ ...here, symbol, tradeType: 'cross' }),
  'margin.doneOrders': () => ({ ...here, ...span, symbol, tradeType: 'cross' }),
  'margin.fills': () => ({ ...here, ...span, symbol, tradeType: 'cross' }),
  'margin.loans': () => ({ ...here, kind: 'borrow', currency: symbol, symbol: null }),
  'margin.borrowRate': () => ({ ...here, currency: 'USDT' }),
  'margin.interest': () => ({ ...here, ...span, symbol: null }),
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys forgets the names, which are those of `reads`
const names = Object.keys(reads) as Read[];

/** What the catalogue says of a request: `METHOD host target`. */
function costOf(request: string) {
  const [method, host, target = ''] = request.split(' ');
  const path = target.split('?')[0] ?? '';
  const venue = host === 's.example' ? 'spot' : 'futures';
  const found = Object.values(catalogue).filter(
    each => each.venue === venue && each.method === method && each.path.replace(/\{\w+\}/u, symbol) === path,
  );
  expect(found).toHaveLength(1);
  return found.map(({ pool, weight }) => ({ pool, weight }))[0];
}

const ask = (handlers: Handlers, name: Read, venue: Venue): Promise<unknown> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input was made for this very name
  const handle = handlers[name] as (input: unknown) => Promise<unknown>;
  return handle(reads[name](venue));
};

const ofFamilies = ['orders.done'] as const;
// these ask for more than pages of a list
const ofMany: ReadonlySet<Read> = new Set<Read>(['accounts.subHoldings', ...ofFamilies]);
const ofOneEndpoint = names.filter(name => !ofMany.has(name));

it.each(ofOneEndpoint)('%s costs the catalogue weight of its endpoint, or nothing', async name => {
  const costs = ReadCosts.parse(readCosts);
  for (const venue of ['spot', 'futures'] as const) {
    const { handlers, sent } = build();
    await ask(handlers, name, venue);
    const [first] = sent();
    expect(costs[name]?.[venue]).toEqual(first === undefined ? undefined : costOf(first));
  }
});

it.each(ofFamilies)('%s costs the lists of both spot families of one pair', async name => {
  const page = { currentPage: 1, pageSize: 50, totalNum: 0, totalPage: 0, items: [] };
  const dataOf = ({ pathname }: URL) => {
    if (pathname.endsWith('/hf/accounts/opened')) return true;
    if (!pathname.endsWith('/ledgers')) return page;
    return [{ id: '1', context: '{"symbol":"S"}' }];
  };
  const { handlers, client, sent } = build({}, dataOf, joinSpotFamilies);
  // whether the account is high-frequency is asked once, at connect
  client.prepareSpot();
  await settle();
  const before = sent().length;
  const everyPair = { ...reads[name]('spot'), symbol: null };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input was made for this very name
  await (handlers[name] as (input: unknown) => Promise<unknown>)(everyPair);
  const weights = sent()
    .slice(before)
    .map(request => costOf(request)?.weight ?? 0);
  expect(weights).toHaveLength(4);
  expect(readCosts[name].spot).toEqual({ pool: 'spot', weight: weights.reduce((sum, each) => sum + each, 0) });
});

it('the balances of sub-accounts cost one list request and one request per separately read account', async () => {
  const items = Array.from({ length: 12 }, (_, index) => ({
    subUserId: `u${index}`,
    subName: `n${index}`,
    mainAccounts: [],
  }));
  const list = { currentPage: 1, pageSize: 100, totalNum: 12, totalPage: 1, items };
  const { handlers, sent } = build({}, ({ pathname }) => (pathname.endsWith('/sub-accounts') ? list : items[0]));
  await ask(handlers, 'accounts.subHoldings', 'spot');
  expect(sent()).toHaveLength(11);
  const weights = sent().map(request => {
    const path = request.split(' ')[2]?.split('?')[0] ?? '';
    const endpoint = path.endsWith('/v2/sub-accounts') ? 'accounts.subAccounts' : 'accounts.subAccount';
    return catalogue[endpoint].weight;
  });
  const weight = weights.reduce((sum, each) => sum + each, 0);
  expect(readCosts['accounts.subHoldings'].spot).toEqual({ pool: 'management', weight });
});

const paid = names.filter(name => Object.hasOwn(readCosts, name));

it.each(paid)('%s waits for the next window when a pool runs low, if and only if it is patient', async name => {
  for (const venue of ['spot', 'futures'] as const) {
    const { handlers, client, sent } = build(gateway(2000, 800, 20_000));
    // one answer of each pool states how little is left
    await client.spot.orders({ status: 'active' }, action);
    await client.futures.positions({}, action);
    await client.wallet.transferable({ currency: 'S', wallet: 'main', symbol: undefined }, action);
    await client.market.trades({ venue: 'spot', symbol: 'S' }, action);
    const before = sent().length;
    void ask(handlers, name, venue);
    await settle();
    expect(sent().length > before).toBe(!(patientReads as ReadonlySet<string>).has(name));
  }
});

it('read costs contain no other call', () => {
  expect(names).toEqual(expect.arrayContaining(Object.keys(readCosts)));
});
