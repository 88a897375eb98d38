import type { Decimal } from '#shared/decimal.ts';
import type { Liquidity, SelfTradePrevention, Side } from '../kernel/kernel.ts';

/** Orders and trades of futures, written from docs/exchange/records.md §4.3 and §7. */

/** Which position of a contract: BOTH in one-way mode, one of two in hedge mode. docs/exchange/records.md §9.7. */
export type PositionSide = 'BOTH' | 'LONG' | 'SHORT';

export interface FuturesPlacement {
  readonly clientOid?: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly leverage?: Decimal;
  readonly price?: Decimal;
  /** lots */
  readonly size?: Decimal;
  /** instead of the size: an amount of the base currency, or a value in the quote currency */
  readonly qty?: Decimal;
  readonly valueQty?: Decimal;
  readonly timeInForce?: 'GTC' | 'IOC';
  readonly isPostOnly?: boolean;
  readonly isHidden?: boolean;
  readonly isIceberg?: boolean;
  readonly visibleSize?: Decimal;
  readonly selfTradePrevention?: Exclude<SelfTradePrevention, 'DC'>;
  readonly isReduceOnly?: boolean;
  readonly isCloseOrder?: boolean;
  readonly isForceHold?: boolean;
  /** absent: BOTH */
  readonly positionSide?: PositionSide;
  readonly marginMode?: 'ISOLATED' | 'CROSS';
  readonly stop?: 'up' | 'down';
  readonly stopPrice?: Decimal;
  readonly stopPriceType?: 'TP' | 'MP' | 'IP';
  readonly remark?: string;
}

export interface FuturesOrder {
  readonly id: string;
  readonly accountId: string;
  readonly placement: FuturesPlacement;
  readonly settleCurrency: string;
  readonly leverage: Decimal;
  readonly value: Decimal;
  readonly dealValue: Decimal;
  readonly dealSize: Decimal;
  readonly status: 'open' | 'done';
  readonly cancelExist: boolean;
  /** null: not a stop; false: waiting; true: triggered */
  readonly stopTriggered: boolean | null;
  readonly createdAtMs: number;
  readonly createdAtNs: bigint;
  readonly updatedAtMs: number;
  readonly endedAtMs: number | null;
}

export interface FuturesOrderFilter {
  readonly symbol?: string;
  readonly side?: Side;
  readonly type?: 'limit' | 'market';
  readonly startAtMs?: number;
  readonly endAtMs?: number;
}

export interface FuturesFill {
  readonly accountId: string;
  readonly symbol: string;
  readonly tradeId: bigint;
  readonly orderId: string;
  readonly side: Side;
  readonly liquidity: Liquidity;
  readonly price: Decimal;
  readonly size: Decimal;
  readonly value: Decimal;
  /** all of it, the two parts below together */
  readonly fee: Decimal;
  /** what the lots that opened or enlarged the position cost, and what those that reduced it cost */
  readonly openFee: Decimal;
  readonly closeFee: Decimal;
  readonly feeRate: Decimal;
  readonly feeCurrency: string;
  readonly marginMode: 'ISOLATED' | 'CROSS';
  readonly orderType: 'limit' | 'market';
  /** of the stop order that the order came from */
  readonly stop: 'up' | 'down' | null;
  /** `liquid`: the position was taken away; `adl`: it was reduced to close another account's */
  readonly tradeType: 'trade' | 'liquid' | 'adl';
  readonly createdAtMs: number;
  readonly createdAtNs: bigint;
}

export interface FuturesPrint {
  readonly symbol: string;
  readonly sequence: bigint;
  readonly tradeId: bigint;
  readonly price: Decimal;
  readonly size: Decimal;
  readonly takerSide: Side;
  readonly takerOrderId: string;
  readonly makerOrderId: string;
  readonly timeNs: bigint;
}
