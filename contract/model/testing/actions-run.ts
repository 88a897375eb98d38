import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Decimal, multiply, roundToStep } from '#shared/decimal.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type {
  AmendRequest,
  FuturesOrderRequest,
  MarginOrderRequest,
  Order,
  SpotOrderRequest,
} from '#shared/domain/account/order.ts';
import type { SpotPairRequest, SpotStopRequest } from '#shared/domain/account/stop-order.ts';
import type { TransferRequest } from '#shared/domain/money/transfer.ts';
import type { Result } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openStore, type Store } from '#store/store.ts';
import { verifyStore } from '#store/testing/verify-store.ts';
import type { LoanAction } from '#trading/actions/loan.ts';
import {
  freeBudget,
  freePolicy,
  acceptAll,
  noSafeguards,
  silent,
  refuseNone,
} from '#trading/testing/trading-fixture.ts';
import { createTrading, type Trading } from '#trading/trading.ts';
import { must } from '#contract/testing/must.ts';

/** Time in which lost answers are looked up, so many times faster; what is late on the way stays well within it. */
const speed = 25;

export interface ActionsRunOptions {
  /** a client of the trader, which may also move money, behind the proxy with its faults; a new one after each death */
  readonly connect: () => Promise<ExchangeClient>;
  /** different in each run */
  readonly prefix: string;
}

/** One action of the user, the mark that it is found by, and how often it is clicked. */
export interface Click {
  readonly mark: string;
  readonly price: Decimal;
  readonly clicks: number;
}

/** Money between two wallets; no other action of any story moves as much. */
export interface Move extends Pick<Click, 'mark' | 'clicks'> {
  readonly amount: Decimal;
  readonly from: 'main' | 'trade';
}

/** Margin of one position, which no other story touches. */
export interface MarginMove extends Pick<Click, 'mark' | 'clicks'> {
  readonly amount: Decimal;
  readonly position: string;
}

/** Money borrowed on cross margin, or paid back, of a currency that no other story touches. */
export interface LoanClick extends Pick<Click, 'mark' | 'clicks'> {
  readonly kind: 'borrow' | 'repay';
  readonly size: Decimal;
  readonly currency: string;
}

/** Fathom's actions over one journal; the process may die and restart. */
export interface ActionsRun {
  readonly place: (click: Click) => Promise<void>;
  /** Three orders in one request, marked `…a`, `…b` and `…c`. */
  readonly placeBatch: (click: Click, mode: 'sync' | 'async') => Promise<void>;
  /** A stop that sells when the market falls to that price. */
  readonly placeStop: (click: Click) => Promise<void>;
  readonly placeFutures: (click: Click) => Promise<void>;
  /** A take profit and a stop loss, as far above the price and below it. */
  readonly placePair: (click: Click) => Promise<void>;
  /** On cross margin, with what the account has. */
  readonly placeMargin: (click: Click) => Promise<void>;
  /** Another price for a living order. */
  readonly amend: (order: Order, click: Click) => Promise<void>;
  readonly cancel: (orderId: string) => Promise<void>;
  /** So much from the main wallet to that of trading, or back. */
  readonly transfer: (move: Move) => Promise<void>;
  readonly addMargin: (move: MarginMove) => Promise<void>;
  readonly withdrawMargin: (move: MarginMove) => Promise<void>;
  readonly changeLoan: (loan: LoanClick) => Promise<void>;
  /** The process ends, also with requests under way, and starts again on the same journal. */
  readonly die: () => Promise<void>;
  /** Resolves when no request is under way and no action is open. */
  readonly quiet: () => Promise<void>;
  readonly intents: () => readonly Intent[];
  /** what is wrong with the audit; null: nothing */
  readonly auditProblem: () => string | null;
  readonly close: () => void;
}

const profileId = 'model';
export const symbol = 'BTC-USDT';
export const contract = 'XBTUSDTM';
export const size: Decimal = '0.001';
export const currency = 'USDT';

function limitOf(prefix: string, { mark, price }: Pick<Click, 'mark' | 'price'>): SpotOrderRequest {
  return { clientOid: `${prefix}-${mark}`, symbol, side: 'buy', type: 'limit', price, size };
}

function crossOf(prefix: string, click: Click): MarginOrderRequest {
  return { ...limitOf(prefix, click), tradeType: 'cross' };
}

function stopOf(prefix: string, { mark, price }: Click): SpotStopRequest {
  const order = { clientOid: `${prefix}-${mark}`, symbol, side: 'sell', type: 'market', size } as const;
  return { ...order, stop: 'loss', stopPrice: price };
}

function futuresOf(prefix: string, { mark, price }: Click): FuturesOrderRequest {
  const order = { clientOid: `${prefix}-${mark}`, symbol: contract, side: 'buy', type: 'limit' } as const;
  return { ...order, price, size: '1', leverage: '2' };
}

function pairOf(prefix: string, { mark, price }: Click): SpotPairRequest {
  const at = (share: Decimal) => roundToStep(multiply(price, share), '0.1', 'floor');
  const prices = { price: at('1.3'), stopPrice: at('0.8'), limitPrice: at('0.79') };
  return { clientOid: `${prefix}-${mark}`, symbol, side: 'sell', size, ...prices };
}

function transferOf(prefix: string, { mark, amount, from }: Move): TransferRequest {
  const endOf = (wallet: Move['from']) => ({ wallet, symbol: null, userId: null });
  const to = from === 'main' ? 'trade' : 'main';
  return { clientOid: `${prefix}-${mark}`, currency, amount, from: endOf(from), to: endOf(to) };
}

/** The one action reads it as its mark at the exchange, the other as its name in the journal. */
function marginOf(prefix: string, { mark, amount, position }: MarginMove) {
  const key = `${prefix}-${mark}`;
  return { symbol: position, amount, bizNo: key, id: key };
}

function loanOf(prefix: string, { mark, kind, ...loan }: LoanClick): LoanAction {
  return { kind, loan: { id: `${prefix}-${mark}`, currency: loan.currency, size: loan.size, symbol: null } };
}

function openTestStore(dataDir: string): Store {
  return must(openStore({ dataDir, log: silent, nowMs: Date.now }));
}

export async function startActionsRun({ connect, prefix }: ActionsRunOptions): Promise<ActionsRun> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fathom-model-'));
  const onTheirWay = new Set<Promise<unknown>>();
  let store = openTestStore(dataDir);
  let client = await connect();
  let trading = build(store);
  const watch = (sending: Promise<unknown>): void => {
    onTheirWay.add(sending);
    void sending.finally(() => onTheirWay.delete(sending));
  };
  const intents = () => must(store.journal.list(profileId, 1_000));
  const press = async (clicks: number, action: () => Promise<Result<unknown>>): Promise<void> => {
    for (let click = 0; click < clicks; click += 1) watch(action());
    // the first step is on the disk when the others begin
    await pause(0);
  };
  const account = () => ({ profileId, client });
  return {
    intents,
    place: click => press(click.clicks, () => trading.placeOrder(account(), limitOf(prefix, click))),
    placeBatch: (click, mode) => {
      const orders = ['a', 'b', 'c'].map(row => limitOf(prefix, { mark: click.mark + row, price: click.price }));
      return press(click.clicks, () => trading.placeBatch(account(), { mode, orders }));
    },
    placeStop: click => press(click.clicks, () => trading.placeStop(account(), stopOf(prefix, click))),
    placeFutures: click => press(click.clicks, () => trading.placeFuturesOrder(account(), futuresOf(prefix, click))),
    placePair: click => press(click.clicks, () => trading.placePair(account(), pairOf(prefix, click))),
    placeMargin: click => press(click.clicks, () => trading.placeMarginOrder(account(), crossOf(prefix, click))),
    amend: ({ id, side, type, tradeType, isReduceOnly }, { mark, price, clicks }) => {
      const shown = { venue: 'spot', tradeType, symbol, orderId: id, isStop: false, side, type, isReduceOnly } as const;
      const request: AmendRequest = { ...shown, clientOid: `${prefix}-${mark}`, price, size };
      return press(clicks, () => trading.amend(account(), request));
    },
    cancel: orderId => press(1, () => trading.cancel(account(), { venue: 'spot', symbol, orderId, isStop: false })),
    transfer: move => press(move.clicks, () => trading.transfer(account(), transferOf(prefix, move))),
    addMargin: move => press(move.clicks, () => trading.addMargin(account(), marginOf(prefix, move))),
    withdrawMargin: move => press(move.clicks, () => trading.withdrawMargin(account(), marginOf(prefix, move))),
    changeLoan: loan => press(loan.clicks, () => trading.changeLoan(account(), loanOf(prefix, loan))),
    die: async () => {
      trading.close();
      client.close();
      store.close();
      store = openTestStore(dataDir);
      client = await connect();
      trading = build(store);
      trading.resume({ profileId, client });
    },
    quiet: async () => {
      await Promise.all(onTheirWay);
      // a look-up may have to wait for the next window of its pool, which is 30 s long
      for (let round = 0; round < 3_000 && must(store.journal.open(profileId)).length > 0; round += 1) await pause(20);
    },
    auditProblem: () => verifyStore(store).problem,
    close: () => {
      trading.close();
      client.close();
      store.close();
      removeFolder(dataDir);
    },
  };
}

function build({ journal }: Store): Trading {
  return createTrading({
    refuseWrite: refuseNone,
    journal,
    policy: freePolicy,
    budget: freeBudget,
    log: silent,
    nowMs: Date.now,
    publish: () => {},
    notice: () => {},
    validationError: acceptAll,
    safeguards: noSafeguards,
    wait: async (ms, signal) => {
      await pause(ms / speed, undefined, { signal }).catch(() => {}); // called off
    },
  });
}
