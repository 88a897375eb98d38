import { readAnyPosition } from './read-position.ts';
import * as z from 'zod/mini';
import { compare, type Decimal, fromNumber } from '#shared/decimal.ts';
import { type ContractChange, ContractSetting } from '#shared/domain/account/futures-account.ts';
import type { Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import { DecimalText } from '#shared/domain/scalars.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import {
  type TradingAction,
  type ActionContext,
  type ActionType,
  asAction,
  toFailedLookup,
  type LookupResult,
} from '../trading-action.ts';

/** `riskLimit` is what the position shows once the level is taken; null where it is not about a level. */
const JournalBody = z.object({ request: ContractSetting, riskLimit: z.nullable(DecimalText) });

const kinds = {
  'margin-mode': 'set-margin-mode',
  'cross-leverage': 'set-cross-leverage',
  'risk-level': 'set-risk-limit',
  'position-mode': 'set-position-mode',
} as const;

/**
 * What an account has chosen for a contract: docs/exchange/endpoints.md §9.4 and §9.5. Nothing moves, and choosing it
 * twice is choosing it once; a lost answer is still looked up, so that the screen never says what is not so.
 */
export const changeContract: ActionType<ContractSetting, ContractChange> = {
  kinds: Object.values(kinds),
  identify: request => ({
    kind: kinds[request.change.kind],
    key: request.id,
    payload: request,
    lock: lockOf(request),
    mayRepeat: false,
    isOnce: true,
  }),
  cost: () => ({ budget: 'actions', rows: 1 }),
  policy: () => Promise.resolve(succeed({ action: { kind: 'move-margin', money: null, isAdding: false }, marks: [] })),
  prepare: prepareChange,
  restore: body => {
    const { request, riskLimit } = JournalBody.parse(body);
    return { request, action: settingAction(request, riskLimit) };
  },
};

/** The position mode is one of the whole account, so no two changes of it go at once, whatever contract they name. */
function lockOf({ change, symbol }: ContractSetting): string {
  return change.kind === 'position-mode' ? change.kind : `${change.kind} ${symbol}`;
}

const refuse = (field: string, message: string) => fail('invalid-request', message, { field });

async function prepareChange(
  request: ContractSetting,
  { client }: ActionContext,
): Promise<Result<TradingAction<ContractChange>>> {
  const { change, symbol } = request;
  if (change.kind === 'cross-leverage') return await prepareLeverage(request, change.leverage, client);
  if (change.kind === 'position-mode') return await preparePositionMode(request, client);
  const read = await readAnyPosition(client, symbol);
  if (!read.ok) return read;
  const position = read.value;
  if (change.kind === 'risk-level') return await prepareLevel(request, change.level, { client, position });
  return position === undefined
    ? succeed(settingAction(request, null))
    : refuse('symbol', `The margin mode of ${symbol} cannot change while a position is open in it. Close it first.`);
}

/** docs/exchange/endpoints.md §9.4: the exchange refuses it while anything is open. */
async function preparePositionMode(
  request: ContractSetting,
  client: ExchangeClient,
): Promise<Result<TradingAction<ContractChange>>> {
  const positions = await client.futures.positions({}, asAction);
  if (!positions.ok) return positions;
  return positions.value.length === 0
    ? succeed(settingAction(request, null))
    : refuse(
        'symbol',
        'The position mode cannot change while a position is open in any contract. Close all of them first.',
      );
}

async function prepareLeverage(
  request: ContractSetting,
  leverage: Decimal,
  client: ExchangeClient,
): Promise<Result<TradingAction<ContractChange>>> {
  const contract = await client.reference.contract({ symbol: request.symbol }, asAction);
  if (!contract.ok) return contract;
  const { maxLeverage } = contract.value;
  if (compare(leverage, '1') < 0) return refuse('leverage', `The leverage of ${request.symbol} is at least 1.`);
  // a limit that the exchange does not state is left to the exchange
  if (maxLeverage !== null && compare(leverage, fromNumber(maxLeverage)) > 0)
    return refuse('leverage', `The leverage of ${request.symbol} is 1 to ${maxLeverage}.`);
  return succeed(settingAction(request, null));
}

async function prepareLevel(
  request: ContractSetting,
  level: number,
  { client, position }: { readonly client: ExchangeClient; readonly position: Position | undefined },
): Promise<Result<TradingAction<ContractChange>>> {
  if (position?.marginMode !== 'isolated') {
    return refuse('symbol', 'The exchange reports the risk level for an open isolated position only.');
  }
  const levels = await client.reference.riskLimits({ symbol: request.symbol }, asAction);
  if (!levels.ok) return levels;
  const wanted = levels.value.find(each => each.level === level);
  return wanted === undefined
    ? refuse('level', `${request.symbol} has no risk level ${level}.`)
    : succeed(settingAction(request, wanted.maxRiskLimit));
}

function summaryOf({ symbol, change }: ContractSetting): string {
  if (change.kind === 'margin-mode') return `Set the margin mode of ${symbol} to ${change.marginMode}`;
  if (change.kind === 'cross-leverage') return `Set the cross leverage of ${symbol} to ${change.leverage}`;
  if (change.kind === 'position-mode') return `Set the position mode of the futures account to ${change.positionMode}`;
  return `Set the risk level of ${symbol} to ${change.level}`;
}

function settingAction(
  request: ContractSetting,
  riskLimit: RiskLimitLevel['maxRiskLimit'] | null,
): TradingAction<ContractChange> {
  const { id, symbol, change } = request;
  return {
    kind: kinds[change.kind],
    key: id,
    symbol,
    summary: summaryOf(request),
    body: { request, riskLimit },
    send: async client => {
      const sent = await send(client, request);
      return sent.ok ? succeed(change) : sent;
    },
    lookUp: async (client, depth) => {
      const first = await look(client, request, riskLimit);
      return depth === 'full' && first.state === 'not-done' ? look(client, request, riskLimit) : first;
    },
    isAlready: () => false,
  };
}

function send(client: ExchangeClient, { symbol, change }: ContractSetting): Promise<Result<unknown>> {
  const { futuresAccount } = client;
  if (change.kind === 'margin-mode') {
    return futuresAccount.setMarginMode({ symbol, marginMode: change.marginMode }, asAction);
  }
  if (change.kind === 'position-mode') {
    return futuresAccount.setPositionMode({ positionMode: change.positionMode }, asAction);
  }
  return change.kind === 'cross-leverage'
    ? futuresAccount.setCrossLeverage({ symbol, leverage: change.leverage }, asAction)
    : futuresAccount.setRiskLimitLevel({ symbol, level: change.level }, asAction);
}

/** Whether the exchange shows what was asked for. */
async function isSo(
  client: ExchangeClient,
  { symbol, change }: ContractSetting,
  riskLimit: Decimal | null,
): Promise<Result<boolean>> {
  if (change.kind === 'margin-mode') {
    const read = await client.futuresAccount.marginMode({ symbol }, asAction);
    return read.ok ? succeed(read.value === change.marginMode) : read;
  }
  if (change.kind === 'cross-leverage') {
    const read = await client.futuresAccount.crossLeverage({ symbol }, asAction);
    return read.ok ? succeed(compare(read.value, change.leverage) === 0) : read;
  }
  if (change.kind === 'position-mode') {
    const read = await client.futuresAccount.positionMode({}, asAction);
    return read.ok ? succeed(read.value === change.positionMode) : read;
  }
  const read = await readAnyPosition(client, symbol);
  if (!read.ok) return read;
  const shown = read.value?.riskLimit ?? null;
  return succeed(shown !== null && riskLimit !== null && compare(shown, riskLimit) === 0);
}

async function look(
  client: ExchangeClient,
  request: ContractSetting,
  riskLimit: Decimal | null,
): Promise<LookupResult<ContractChange>> {
  const read = await isSo(client, request, riskLimit);
  if (!read.ok) return toFailedLookup(read.error);
  return read.value
    ? { state: 'done', value: request.change, detail: 'Changed: the exchange shows it so.' }
    : { state: 'not-done', detail: 'Not changed: the exchange shows it as before. It is safe to try again.' };
}
