import * as z from 'zod/mini';
import { type CallName, calls } from '#shared/contract.ts';
import { firstOversight } from '#shared/domain/account/oversight.ts';

/** Calls that change something at the exchange, in Fathom or on the screen, or that open the trusted window. */
const notFlooded: ReadonlySet<string> = new Set<CallName>([
  'accounts.linked',
  'audit.export',
  'audit.verify',
  'contracts.change',
  'dryRun.change',
  'exports.begin',
  'exports.end',
  'exports.write',
  'keychain.forget',
  'keychain.probe',
  'killSwitch.fire',
  'killSwitch.release',
  'lock.change',
  'lock.engage',
  'lock.release',
  'lock.removePin',
  'lock.setPin',
  'margin.borrow',
  'margin.cancel',
  'margin.cancelAll',
  'margin.place',
  'margin.repay',
  'orders.amend',
  'orders.cancel',
  'orders.place',
  'orders.placeBatch',
  'orders.placeFutures',
  'orders.placeFuturesBatch',
  'orders.placeProtected',
  'overseen.look',
  'policy.change',
  'positions.addMargin',
  'positions.withdrawMargin',
  'privacy.change',
  'profiles.connect',
  'profiles.remove',
  'profiles.select',
  'profiles.update',
  'stops.cancel',
  'stops.place',
  'stops.placePair',
  'tables.save',
  'timedCancel.change',
  'transfers.send',
  'viewSettings.save',
  'windows.close',
  'windows.focus',
  'windows.moveRung',
  'windows.open',
  'windows.plan',
  'windows.restore',
]);

const dayMs = 86_400_000;
const spotSymbols = ['BTC-USDT', 'ETH-USDT', 'SOL-USDT', 'XRP-USDT'];

/** The value of each field, so that consecutive inputs of a call differ wherever a field can. */
function fieldsOf(profileId: string, turn: number): Readonly<Record<string, unknown>> {
  const nowMs = Date.now();
  const symbol = spotSymbols[turn % spotSymbols.length];
  const order = { venue: 'spot', symbol, tradeType: 'spot', orderId: `absent-${turn}` };
  return {
    profileId,
    symbol,
    order,
    venue: 'spot',
    depth: 100,
    watches: [],
    isRepeat: true,
    page: 1 + (turn % 20),
    pageSize: 100,
    list: 'balances',
    interval: '1min',
    beforeMs: nowMs - (turn % 500) * 60_000,
    quoteCurrency: 'USDT',
    tradeType: 'cross',
    kind: 'borrow',
    currency: 'USDT',
    currencies: ['USDT'],
    fromMs: nowMs - dayMs - (turn % 500),
    toMs: nowMs,
    readId: `read-${turn}`,
    at: { toMs: nowMs, after: null },
    isHf: true,
    wallet: 'main',
    chain: null,
    status: null,
    oversight: { ...firstOversight, seen: { atMs: nowMs + turn, prices: {}, accounts: {} } },
    kept: { activeId: `own-${turn}`, workspaces: [] },
  };
}

/** Calls whose fields of these names take other values. */
const ofCall: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'orders.answer': {
    order: { venue: 'spot', symbol: 'BTC-USDT', tradeType: 'spot', orderId: 'absent', isStop: false },
  },
  'contracts.read': { symbol: 'XBTUSDTM' },
  'contracts.riskLevels': { symbol: 'XBTUSDTM' },
  'contracts.settings': { symbol: 'XBTUSDTM' },
  'contracts.funding': { symbol: 'XBTUSDTM' },
  'positions.mostToWithdraw': { symbol: 'XBTUSDTM' },
};

function keysOf(name: CallName): readonly string[] {
  const schema: z.ZodMiniType = calls[name].input;
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
}

/** An input that the contract accepts. Throws when the tables above have none. */
function inputOf(name: CallName, profileId: string, turn: number): unknown {
  const fields = { ...fieldsOf(profileId, turn), ...ofCall[name] };
  const wanted = keysOf(name);
  const input = Object.fromEntries(Object.entries(fields).filter(([key]) => wanted.includes(key)));
  const parsed = calls[name].input.safeParse(input);
  if (!parsed.success) throw new Error(`the bench has no input for ${name}: ${JSON.stringify(parsed.error.issues[0])}`);
  return input;
}

export interface FloodCall {
  readonly name: string;
  /** sent one after the other, from the start again after the last */
  readonly inputs: readonly unknown[];
}

const inputsOfEach = 50;

/** Every read of the contract, and what stores documents on disk, with inputs that differ. */
export function floodCalls(profileId: string): readonly FloodCall[] {
  return Object.keys(calls)
    .filter((name): name is CallName => Object.hasOwn(calls, name) && !notFlooded.has(name))
    .map(name => ({
      name,
      inputs: Array.from({ length: inputsOfEach }, (_, turn) => inputOf(name, profileId, turn)),
    }));
}
