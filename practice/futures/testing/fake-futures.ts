import type { Contract, ContractState } from '../contract-types.ts';
import type { FuturesFill, FuturesOrder, FuturesPlacement } from '../order-types.ts';
import type { FuturesOverview, FuturesPosition, FuturesTicker, FuturesVenue } from '../types.ts';
import { settingPart } from './fake-settings.ts';
import { accept, refuse, type Rejection } from '#practice/kernel/kernel.ts';

/** A futures venue that matches nothing and answers what the test has put in. */
export interface FakeFutures {
  readonly venue: FuturesVenue;
  readonly orders: FuturesOrder[];
  readonly positions: FuturesPosition[];
  /** newest first */
  readonly fills: FuturesFill[];
  readonly placements: FuturesPlacement[];
  readonly deposits: { readonly symbol: string; readonly margin: string; readonly bizNo: string }[];
  readonly rejections: Rejection[];
}

const linear: Contract = {
  symbol: 'XBTUSDTM',
  rootSymbol: 'USDT',
  type: 'FFWCSX',
  firstOpenDateMs: 1_585_555_200_000,
  expireDateMs: null,
  baseCurrency: 'XBT',
  quoteCurrency: 'USDT',
  settleCurrency: 'USDT',
  lotSize: '1',
  tickSize: '0.1',
  indexPriceTickSize: '0.01',
  multiplier: '0.001',
  isInverse: false,
  maxOrderQty: '1000000',
  maxPrice: '1000000',
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0006',
  maxLeverage: 125,
  riskLevels: [
    {
      level: 1,
      minRiskLimit: '0',
      maxRiskLimit: '100000',
      maxLeverage: 125,
      initialMargin: '0.008',
      maintainMargin: '0.004',
    },
    {
      level: 2,
      minRiskLimit: '100000',
      maxRiskLimit: '500000',
      maxLeverage: 100,
      initialMargin: '0.01',
      maintainMargin: '0.005',
    },
  ],
  sourceExchanges: ['okex', 'binance'],
};
const inverse: Contract = {
  ...linear,
  symbol: 'XBTUSDM',
  rootSymbol: 'XBT',
  quoteCurrency: 'USD',
  settleCurrency: 'XBT',
  multiplier: '1',
  isInverse: true,
};
const dated: Contract = { ...linear, symbol: 'XBTMZ26', type: 'FFICSX', expireDateMs: 1_798_185_600_000 };

/** More digits than a double holds, so that a loss on the way to the wire shows. */
export const exactMarkPrice = '86378.690000000000000001';

const contractState: ContractState = {
  markPrice: exactMarkPrice,
  indexPrice: '86382.64',
  lastPrice: '86364',
  fundingRate: '0.000052',
  predictedFundingRate: '0.000083',
  nextFundingAtMs: 1_732_000_060_000,
  openInterest: '6748176',
  volume24h: '12069.225',
  turnover24h: '1034643198.3265533',
  low24h: '82205.2',
  high24h: '89299.9',
  change24h: '-2495.9',
  changeRatio24h: '-0.028',
};

export function sampleFuturesOrder(change: Partial<FuturesOrder> = {}): FuturesOrder {
  return {
    id: '230181737576050688',
    accountId: 'master',
    placement: { symbol: 'XBTUSDTM', side: 'buy', type: 'limit', price: '60000', size: '10', clientOid: 'futures-1' },
    settleCurrency: 'USDT',
    leverage: '3',
    value: '600',
    dealValue: '0',
    dealSize: '0',
    status: 'open',
    cancelExist: false,
    stopTriggered: null,
    createdAtMs: 1_727_692_804_813,
    createdAtNs: 1_727_692_804_808_418_001n,
    updatedAtMs: 1_727_692_804_813,
    endedAtMs: null,
    ...change,
  };
}

export function sampleFuturesFill(change: Partial<FuturesFill> = {}): FuturesFill {
  return {
    accountId: 'master',
    symbol: 'XBTUSDTM',
    tradeId: 11_040_911_994_273_793n,
    orderId: '236317213710184449',
    side: 'buy',
    liquidity: 'taker',
    price: '67430.9',
    size: '1',
    value: '67.4309',
    fee: '0.04045854',
    openFee: '0.03',
    closeFee: '0.01045854',
    feeRate: '0.0006',
    feeCurrency: 'USDT',
    marginMode: 'ISOLATED',
    orderType: 'market',
    stop: null,
    tradeType: 'trade',
    createdAtMs: 1_729_155_616_320,
    createdAtNs: 1_729_155_616_320_000_001n,
    ...change,
  };
}

export function samplePosition(change: Partial<FuturesPosition> = {}): FuturesPosition {
  return {
    id: '500000000000988255',
    accountId: 'master',
    symbol: 'XBTUSDTM',
    positionSide: 'BOTH',
    settleCurrency: 'USDT',
    marginMode: 'ISOLATED',
    autoDeposit: false,
    isOpen: true,
    leverage: '2.88',
    currentQty: '1',
    currentCost: '67.4309',
    currentComm: '0.01925174',
    unrealisedCost: '67.4309',
    realisedGrossCost: '0',
    realisedCost: '0.01925174',
    markPrice: '68900.7',
    markValue: '68.9007',
    posCost: '67.4309',
    posCross: '0.000016670000000000000001',
    posInit: '22.4769666644',
    posComm: '0.0539546299',
    posLoss: '0.03766885',
    posMargin: '22.5097045843',
    leverageMargin: '23.9238541667',
    posMaint: '0.3931320569',
    maintMargin: '23.9795045843',
    maintMarginReq: '0.005',
    riskLimit: '500000',
    riskLimitLevel: 2,
    realLeverage: '2.88',
    delevPercentage: '0.18',
    realisedGrossPnl: '0',
    realisedPnl: '-0.06166534',
    unrealisedPnl: '1.4698',
    unrealisedPnlPcnt: '0.0218',
    unrealisedRoePcnt: '0.0654',
    avgEntryPrice: '67430.9',
    liquidationPrice: '45314.33',
    bankruptPrice: '44975.16',
    openedAtMs: 1_729_155_616_322,
    asOfMs: 1_729_482_542_135,
    ...change,
  };
}

type FakeFuturesState = Omit<FakeFutures, 'venue'>;

const contracts: readonly Contract[] = [linear, inverse, dated];

const ticker: FuturesTicker = {
  sequence: 9_007_199_254_740_993n,
  symbol: 'XBTUSDTM',
  side: 'sell',
  size: '2936',
  price: '67158.4',
  bestBidSize: '32345',
  bestBidPrice: '67169.6',
  bestAskSize: '7251',
  bestAskPrice: '67169.7',
  tradeId: 11_040_911_994_273_793n,
  timeNs: 1_729_163_001_780_000_001n,
};

const overview: Omit<FuturesOverview, 'currency'> = {
  accountEquity: '394.439280806',
  unrealisedPnl: '20.15278',
  marginBalance: '371.394298816',
  positionMargin: '102.20664159',
  orderMargin: '10.06002012',
  crossOrderMargin: '0',
  frozenFunds: '0',
  availableBalance: '290.326799096',
  riskRatio: '0.0065289525',
};

const isStop = (order: FuturesOrder): boolean => order.stopTriggered === false;

type OrderPart = Pick<FuturesVenue, 'place' | 'cancel' | 'order' | 'orderByClientOid' | 'orders' | 'stops'>;

function orderPart(state: FakeFuturesState): OrderPart {
  const own = (accountId: string) => state.orders.filter(order => order.accountId === accountId);
  return {
    place(accountId, placement) {
      state.placements.push(placement);
      const rejection = state.rejections.shift();
      if (rejection !== undefined) return rejection;
      const stopTriggered = placement.stop === undefined ? null : false;
      const id = `futures-${state.placements.length}`;
      const order = sampleFuturesOrder({ id, accountId, placement, stopTriggered });
      state.orders.unshift(order);
      return accept(order);
    },
    cancel(accountId, orderId) {
      const index = state.orders.findIndex(item => item.accountId === accountId && item.id === orderId);
      const order = state.orders[index];
      if (order === undefined || order.status === 'done') return refuse('order-unknown', 'gone');
      const cancelled: FuturesOrder = { ...order, status: 'done', cancelExist: true };
      state.orders[index] = cancelled;
      return accept(cancelled);
    },
    order: (accountId, id) => own(accountId).find(order => order.id === id) ?? null,
    orderByClientOid: (accountId, oid) => own(accountId).find(order => order.placement.clientOid === oid) ?? null,
    orders: (accountId, wanted, filter) =>
      own(accountId).filter(
        order =>
          !isStop(order) &&
          (order.status === 'open') === (wanted === 'active') &&
          (filter.symbol ?? order.placement.symbol) === order.placement.symbol &&
          (filter.type ?? order.placement.type) === order.placement.type,
      ),
    stops: (accountId, filter) =>
      own(accountId).filter(order => isStop(order) && (filter.side ?? order.placement.side) === order.placement.side),
  };
}

function positionPart(state: FakeFuturesState): Pick<FuturesVenue, 'positions' | 'position' | 'addMargin'> {
  const find = (accountId: string, symbol: string) =>
    state.positions.find(position => position.accountId === accountId && position.symbol === symbol) ?? null;
  return {
    positions: accountId => state.positions.filter(position => position.accountId === accountId),
    position: find,
    addMargin(accountId, request) {
      state.deposits.push(request);
      const rejection = state.rejections.shift();
      const position = find(accountId, request.symbol);
      return rejection ?? (position === null ? refuse('no-position', 'none') : accept(position));
    },
  };
}

export function createFakeFutures(): FakeFutures {
  const state: FakeFuturesState = {
    orders: [],
    positions: [],
    fills: [],
    placements: [],
    deposits: [],
    rejections: [],
  };
  const venue: FuturesVenue = {
    ...orderPart(state),
    ...positionPart(state),
    ...settingPart,
    contracts,
    contract: symbol => contracts.find(contract => contract.symbol === symbol) ?? null,
    state: () => contractState,
    ticker: symbol => (symbol === ticker.symbol ? ticker : null),
    test: () => accept(null),
    fills: (accountId, sinceMs) =>
      state.fills.filter(fill => fill.accountId === accountId && fill.createdAtMs >= sinceMs),
    overview: (_accountId, currency) => ({ ...overview, currency }),
    book: () => null,
    prints: () => [],
    setIndexPrice: () => undefined,
    tick: () => undefined,
    recordTrade: () => true,
    fillOnUse: () => undefined,
    onEvent: () => () => undefined,
    onOrderEnded: () => () => undefined,
  };
  return { ...state, venue };
}
