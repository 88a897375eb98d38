import type { Decimal } from '#shared/decimal.ts';
import type { Side } from '#practice/kernel/kernel.ts';

/** A loan that the account takes by hand. */
export interface LoanPlan {
  /** days before the start */
  readonly daysAgo: number;
  readonly action: 'borrow';
  /** the isolated pair; absent: cross margin */
  readonly isolated?: string;
  readonly currency: string;
  readonly size: Decimal;
}

/** One trade: at market, or as the one who waited. */
export interface TradePlan {
  readonly daysAgo: number;
  readonly action: 'take' | 'quote';
  readonly symbol: string;
  readonly side: Side;
  readonly size: Decimal;
  readonly isIsolated?: true;
  readonly isAutoBorrow?: true;
  readonly isAutoRepay?: true;
  /** how far the price was then from today's; 0.01 = 1 % above */
  readonly away?: number;
}

export type MarginPlan = LoanPlan | TradePlan;

const isolated = { isIsolated: true } as const;
const autoBorrow = { isAutoBorrow: true } as const;
const autoRepay = { isAutoRepay: true } as const;

/**
 * Three days of margin: on cross margin long bitcoin on borrowed dollars and a little short in ether; a comfortable
 * isolated account in ETH-USDT; one in XRP-USDT that is near its line when the market opens. The newest last.
 */
export const marginPlans: readonly MarginPlan[] = [
  { daysAgo: 2.93, action: 'borrow', currency: 'USDT', size: '36000' },
  { daysAgo: 2.91, action: 'take', symbol: 'BTC-USDT', side: 'buy', size: '0.25', away: -0.012 },
  { daysAgo: 2.7, action: 'quote', symbol: 'BTC-USDT', side: 'sell', size: '0.06', away: -0.004 },
  { daysAgo: 2.55, action: 'take', symbol: 'ETH-USDT', side: 'buy', size: '3.5', away: -0.015 },
  { daysAgo: 2.34, action: 'borrow', isolated: 'ETH-USDT', currency: 'USDT', size: '4000' },
  { daysAgo: 2.33, action: 'quote', symbol: 'ETH-USDT', side: 'buy', size: '2', away: -0.018, ...isolated },
  { daysAgo: 2.12, action: 'take', symbol: 'ETH-USDT', side: 'sell', size: '1.5', away: -0.006 },
  { daysAgo: 1.94, action: 'quote', symbol: 'SOL-USDT', side: 'buy', size: '40', away: -0.02 },
  { daysAgo: 1.76, action: 'take', symbol: 'BTC-USDT', side: 'buy', size: '0.1', away: 0.004 },
  { daysAgo: 1.58, action: 'take', symbol: 'ETH-USDT', side: 'sell', size: '6', away: 0.012, ...autoBorrow },
  { daysAgo: 1.42, action: 'quote', symbol: 'SOL-USDT', side: 'sell', size: '15', away: -0.005 },
  { daysAgo: 1.21, action: 'take', symbol: 'ETH-USDT', side: 'buy', size: '1.5', away: 0.003, ...autoRepay },
  { daysAgo: 1.08, action: 'quote', symbol: 'ETH-USDT', side: 'sell', size: '0.5', away: 0.009, ...isolated },
  { daysAgo: 0.94, action: 'take', symbol: 'BTC-USDT', side: 'sell', size: '0.05' },
  { daysAgo: 0.82, action: 'quote', symbol: 'BTC-USDT', side: 'buy', size: '0.08' },
  { daysAgo: 0.71, action: 'take', symbol: 'ETH-USDT', side: 'buy', size: '0.6', ...autoRepay },
  { daysAgo: 0.55, action: 'borrow', isolated: 'XRP-USDT', currency: 'USDT', size: '4500' },
  { daysAgo: 0.54, action: 'take', symbol: 'XRP-USDT', side: 'buy', size: '2000', ...isolated },
  { daysAgo: 0.4, action: 'quote', symbol: 'SOL-USDT', side: 'sell', size: '5' },
  { daysAgo: 0.26, action: 'take', symbol: 'ETH-USDT', side: 'sell', size: '0.4', ...isolated },
  { daysAgo: 0.12, action: 'quote', symbol: 'BTC-USDT', side: 'sell', size: '0.03' },
  { daysAgo: 0.03, action: 'take', symbol: 'BTC-USDT', side: 'buy', size: '0.02' },
];

/**
 * Orders of the account that still wait when the market opens, too far away for a price to have reached them; `away` of
 * the price as for the ordinary ones. The newest last.
 */
export interface RestingMarginOrder {
  readonly daysAgo: number;
  readonly symbol: string;
  readonly side: Side;
  readonly size: Decimal;
  readonly away: number;
  readonly isIsolated?: true;
  readonly isAutoRepay?: true;
  readonly isPostOnly?: true;
}

export const restingMarginOrders: readonly RestingMarginOrder[] = [
  { daysAgo: 0.061, symbol: 'BTC-USDT', side: 'sell', size: '0.15', away: 0.037, ...autoRepay },
  { daysAgo: 0.052, symbol: 'BTC-USDT', side: 'buy', size: '0.1', away: -0.041, isPostOnly: true },
  { daysAgo: 0.043, symbol: 'ETH-USDT', side: 'buy', size: '1.9', away: -0.044, ...autoRepay },
  { daysAgo: 0.034, symbol: 'ETH-USDT', side: 'sell', size: '1.2', away: 0.047, ...isolated },
  { daysAgo: 0.02, symbol: 'ETH-USDT', side: 'buy', size: '0.5', away: -0.052, ...isolated },
  { daysAgo: 0.008, symbol: 'XRP-USDT', side: 'sell', size: '800', away: 0.03, ...isolated, ...autoRepay },
];
