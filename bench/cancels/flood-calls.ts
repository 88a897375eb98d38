import * as z from 'zod/mini';
import { type CallName, calls } from '#shared/contract.ts';
import { firstOversight } from '#shared/domain/account/oversight.ts';
import { classOf } from '#ipc/rate-cap.ts';
import { writeInputs, type WriteTurn } from './write-inputs.ts';

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
  'positions.mode': {},
  'positions.mostToWithdraw': { symbol: 'XBTUSDTM' },
};

function keysOf(name: CallName): readonly string[] {
  const schema: z.ZodMiniType = calls[name].input;
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
}

function readInput(name: CallName, { profileId, turn }: WriteTurn): unknown {
  const fields = { ...fieldsOf(profileId, turn), ...ofCall[name] };
  const wanted = keysOf(name);
  return Object.fromEntries(Object.entries(fields).filter(([key]) => wanted.includes(key)));
}

/** An input that the contract accepts. Throws when neither the table of writes nor the fields of reads give one. */
function inputOf(name: CallName, of: WriteTurn): unknown {
  const input = writeInputs[name]?.(of) ?? readInput(name, of);
  const parsed = calls[name].input.safeParse(input);
  if (!parsed.success) throw new Error(`the bench has no input for ${name}: ${JSON.stringify(parsed.error.issues[0])}`);
  return input;
}

export interface FloodCall {
  readonly name: string;
  /** sent one after the other, from the start again after the last */
  readonly inputs: readonly unknown[];
  readonly perSecond: number;
}

const inputsOfEach = 50;
/**
 * At the rate cap of a read, which is above the cap of every write. Cancels stay below theirs: a page that takes up the cap
 * of cancels itself, or the tenth of a pool that is kept for cancels, delays only its own.
 */
const perSecond = { cancel: 1, other: 50 };

/** Every call of the contract, with inputs that differ. */
export function floodCalls(profileId: string): readonly FloodCall[] {
  return Object.keys(calls)
    .filter((name): name is CallName => Object.hasOwn(calls, name))
    .map(name => ({
      name,
      perSecond: classOf(name) === 'cancel' ? perSecond.cancel : perSecond.other,
      inputs: Array.from({ length: inputsOfEach }, (_, turn) => inputOf(name, { profileId, turn })),
    }));
}
