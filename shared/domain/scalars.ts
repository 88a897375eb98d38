import * as z from 'zod/mini';
import { type Decimal, isDecimal } from '../decimal.ts';
import { t } from '#shared/words/t.ts';

/** Far more digits than any figure of an exchange has. */
const longestDecimal = 200;

/** A decimal string, exact from wire to screen. */
export const DecimalText = z.custom<Decimal>(
  value => typeof value === 'string' && value.length <= longestDecimal && isDecimal(value),
  { error: t`not a decimal` },
);

/** A symbol, currency or id that the page names. It is journalled, so its length has a limit. */
export const Name = z.string().check(z.maxLength(128));
/** Epoch milliseconds. */
export const EpochMs = z.number();

export const Side = z.enum(['buy', 'sell']);
export type Side = z.infer<typeof Side>;

/** Which of the two services: they share paths, so every order, stop and fill says where it lives. */
export const Venue = z.enum(['spot', 'futures']);
export type Venue = z.infer<typeof Venue>;

export const TradeType = z.enum(['spot', 'cross', 'isolated', 'futures']);
export type TradeType = z.infer<typeof TradeType>;

/** Wire enums that we do not know become `unknown`; they are never guessed. */
export const OrderType = z.enum(['limit', 'market', 'unknown']);
export type OrderType = z.infer<typeof OrderType>;

export const TimeInForce = z.enum(['GTC', 'GTT', 'IOC', 'FOK']);
export type TimeInForce = z.infer<typeof TimeInForce>;

/** Self-trade prevention: cancel newest, cancel oldest, cancel both, decrease and cancel. */
export const SelfTradePrevention = z.enum(['CN', 'CO', 'CB', 'DC']);
export type SelfTradePrevention = z.infer<typeof SelfTradePrevention>;
