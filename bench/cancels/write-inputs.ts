import type { CallInput, CallName } from '#shared/contract.ts';
import { practicePolicy } from '#shared/policy/policy.ts';

/** Inputs for the calls that write, of a page that floods them. A new call without an input makes the bench fail. */

/** For calls that would end the measurement on the measured profile: no profile has this id. */
const absent = 'absent';
const contract = 'XBTUSDTM';
const symbol = 'BTC-USDT';
const size = '0.0001';
const price = '20000';

export interface WriteTurn {
  readonly profileId: string;
  /** how many times the call was sent before; makes ids differ */
  readonly turn: number;
}

type WriteInputs = { readonly [Name in CallName]?: (turn: WriteTurn) => CallInput<Name> };

const limit = (turn: number) =>
  ({
    clientOid: `flood-${turn}-${crypto.randomUUID().slice(0, 8)}`,
    symbol,
    side: 'buy',
    type: 'limit',
    price,
    size,
  }) as const;
const futuresLimit = (turn: number) =>
  ({ ...limit(turn), symbol: contract, size: '1', leverage: '2', marginMode: 'isolated' }) as const;
const loan = (turn: number): CallInput<'margin.borrow'>['loan'] => ({
  id: `loan-${turn}`,
  currency: 'USDT',
  size: '1',
  symbol: null,
});
const main = { wallet: 'main', symbol: null, userId: null } as const;
const trade = { ...main, wallet: 'trade' } as const;

/** Orders, stops, margin, loans and transfers that main must judge: all but the first of a second are refused. */
const orderInputs: WriteInputs = {
  'orders.place': ({ profileId, turn }) => ({ profileId, order: limit(turn) }),
  'orders.placeBatch': ({ profileId, turn }) => ({ profileId, mode: 'sync', orders: [limit(turn), limit(turn + 1)] }),
  'orders.placeFutures': ({ profileId, turn }) => ({ profileId, order: futuresLimit(turn) }),
  'orders.placeFuturesBatch': ({ profileId, turn }) => ({ profileId, orders: [futuresLimit(turn)] }),
  'orders.placeProtected': ({ profileId, turn }) => ({
    profileId,
    order: { ...futuresLimit(turn), triggerDownPrice: '10000' },
  }),
  'orders.cancel': ({ profileId, turn }) => ({ profileId, venue: 'spot', symbol, orderId: `absent-${turn}` }),
  'orders.amend': ({ profileId, turn }) => ({
    profileId,
    amend: {
      clientOid: `amend-${turn}`,
      venue: 'spot',
      tradeType: 'spot',
      symbol,
      orderId: `absent-${turn}`,
      isStop: false,
      side: 'buy',
      type: 'limit',
      isReduceOnly: false,
      price,
      size,
    },
  }),
  'stops.place': ({ profileId, turn }) => ({
    profileId,
    order: { clientOid: `stop-${turn}`, symbol, side: 'sell', type: 'market', stop: 'loss', stopPrice: price, size },
  }),
  'stops.placePair': ({ profileId, turn }) => ({
    profileId,
    order: {
      clientOid: `pair-${turn}`,
      symbol,
      side: 'sell',
      size,
      price: '900000',
      stopPrice: price,
      limitPrice: price,
    },
  }),
  'stops.cancel': ({ profileId, turn }) => ({ profileId, venue: 'spot', symbol, orderId: `absent-${turn}` }),
  'positions.addMargin': ({ profileId, turn }) => ({ profileId, symbol: contract, amount: '1', bizNo: `add-${turn}` }),
  'positions.withdrawMargin': ({ profileId, turn }) => ({
    profileId,
    withdrawal: { id: `out-${turn}`, symbol: contract, amount: '1' },
  }),
  'contracts.change': ({ profileId, turn }) => ({
    profileId,
    setting: { id: `setting-${turn}`, symbol: contract, change: { kind: 'cross-leverage', leverage: '3' } },
  }),
  'margin.place': ({ profileId, turn }) => ({ profileId, order: { ...limit(turn), tradeType: 'cross' } }),
  'margin.cancel': ({ profileId, turn }) => ({ profileId, symbol, orderId: `absent-${turn}` }),
  'margin.cancelAll': ({ profileId, turn }) => ({ profileId, symbol, tradeType: 'cross', id: `all-${turn}` }),
  'margin.borrow': ({ profileId, turn }) => ({ profileId, loan: loan(turn) }),
  'margin.repay': ({ profileId, turn }) => ({ profileId, loan: loan(turn) }),
  'transfers.send': ({ profileId, turn }) => ({
    profileId,
    transfer: { clientOid: `move-${turn}`, currency: 'USDT', amount: '1', from: main, to: trade },
  }),
};

const viewSettings: CallInput<'viewSettings.save'> = {
  symbol,
  venue: 'spot',
  bookPlace: null,
  favourites: [],
  isBlotterNarrow: false,
  chartInterval: '1min',
  bookSteps: {},
  isBookInQuote: false,
  isBookCumulative: false,
  theme: 'dark',
  density: 'medium',
  directions: 'green-red',
  fontSize: 'medium',
  isStill: false,
  timeZone: 'local',
  hasMilliseconds: false,
  language: 'en',
  stuckAfterMin: 60,
  presets: {},
  ladderTemplates: [],
  shortcuts: {},
  links: {},
  fillSounds: {},
  fillsSeenMs: {},
};

/** What changes Fathom itself. */
const settingInputs: WriteInputs = {
  'accounts.linked': ({ profileId, turn }) => ({ profileId, userId: `user-${turn}`, linkedId: absent }),
  'audit.verify': () => ({}),
  'audit.export': () => ({}),
  'dryRun.change': ({ profileId }) => ({ profileId, isDryRun: false }),
  'exports.begin': () => ({ table: 'fills', kind: 'csv' }),
  'exports.write': ({ turn }) => ({ exportId: `absent-${turn}`, text: 'x'.repeat(1000) }),
  'exports.end': ({ turn }) => ({ exportId: `absent-${turn}` }),
  'keychain.forget': ({ turn }) => ({ account: `absent-${turn}` }),
  'keychain.probe': () => ({}),
  'killSwitch.fire': () => ({ profileId: absent }),
  'killSwitch.release': ({ profileId }) => ({ profileId }),
  'lock.change': () => ({ idleMin: null, isLockedAtStart: false }),
  'lock.engage': () => ({}),
  'lock.release': () => ({}),
  'lock.removePin': () => ({}),
  'lock.setPin': () => ({ home: 'session' }),
  'overseen.look': ({ profileId, turn }) => ({
    profileId,
    afterMs: turn,
    look: { atMs: turn, prices: {}, accounts: {}, changes: [] },
  }),
  'policy.change': ({ profileId, turn }) => ({
    profileId,
    policy: { ...practicePolicy, largestOrder: turn % 2 === 0 ? '1000000' : '1000001' },
  }),
  'privacy.change': () => ({ level: 'off' }),
  'profiles.connect': ({ turn }) => ({
    name: `Flood ${turn}`,
    colour: 'teal',
    preset: 'custom',
    spotUrl: 'https://127.0.0.1:1',
    futuresUrl: 'https://127.0.0.1:1',
    headerPrefix: 'KC',
    keyVersion: '3',
    isReadOnly: true,
    storage: 'session',
  }),
  'profiles.remove': () => ({ id: absent }),
  'profiles.select': () => ({ id: absent }),
  'profiles.update': ({ turn }) => ({ id: absent, name: `Flood ${turn}`, colour: 'teal', isReadOnly: true }),
  'tables.save': ({ turn }) => ({
    id: 'fills',
    setup: { view: { columns: [{ key: `c${turn}`, isShown: true, widthPx: 80 }], sorting: [], pills: [] }, saved: [] },
  }),
  'timedCancel.change': ({ profileId }) => ({ profileId, timeoutS: null }),
  'viewSettings.save': ({ turn }) => ({ ...viewSettings, bookSteps: { [symbol]: turn % 2 === 0 ? '0.1' : '1' } }),
  'windows.close': ({ turn }) => ({ id: `absent-${turn}` }),
  'windows.focus': ({ turn }) => ({ id: `absent-${turn}` }),
  'windows.moveRung': ({ profileId, turn }) => ({ profileId, row: turn, price, isAll: false }),
  'windows.open': ({ profileId }) => ({ profileId, panel: 'book' }),
  'windows.plan': ({ profileId }) => ({ profileId, plan: null }),
  'windows.restore': ({ profileId }) => ({ profileId }),
};

/** By call. A call that is not here is flooded as a read. */
export const writeInputs: WriteInputs = { ...orderInputs, ...settingInputs };
