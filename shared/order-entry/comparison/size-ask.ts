import { type Decimal, isPositive } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { codeOf } from '#shared/policy/rates.ts';
import { readNumber } from '../size-text.ts';
import { t } from '#shared/words/t.ts';

/** "sell 2 BTC", "buy 50k USDT of ETH": what the user wants to trade, before a market is chosen. */
export interface SizeAsk {
  readonly side: Side;
  readonly amount: Decimal;
  /** what is bought or sold; bitcoin is BTC, whatever contracts call it */
  readonly coin: string;
  /** what the amount counts; null: the coin itself */
  readonly money: string | null;
  /** what everything is turned into, where it was said */
  readonly target: string | null;
}

export type SizeAskReading =
  | { readonly state: 'empty' }
  | { readonly state: 'read'; readonly value: SizeAsk }
  | { readonly state: 'invalid'; readonly reason: string };

const sides: Readonly<Record<string, Side>> = { b: 'buy', buy: 'buy', s: 'sell', sell: 'sell' };
/** A code has a letter, or `20` would be two of a coin called 0; k and m are factors only where a space follows. */
const sentence =
  /^(b|buy|s|sell)\s+([\d.,_]+(?:[km](?=\s))?)\s*(\d*[a-z][\da-z]*)(?:\s+of\s+(\d*[a-z][\da-z]*))?(?:\s+in\s+(\d*[a-z][\da-z]*))?$/;
/** One person's thousand is another's decimal. */
const groupedThousands = /,\d{3}(?!\d)/;

const invalid = (reason: string): SizeAskReading => ({ state: 'invalid', reason });

/** Reads `sell 2 BTC`, `b 0.5 btc`, `buy 50k USDT of ETH`, `sell 2 BTC in USDC`. Case does not count. */
export function readSizeAsk(typed: string): SizeAskReading {
  const text = typed.trim().toLowerCase();
  if (text === '') return { state: 'empty' };
  const [, word = '', figure = '', first = '', second, target] = sentence.exec(text) ?? [];
  const side = sides[word];
  if (side === undefined) return invalid(t`Type it like: sell 2 BTC, or: buy 50k USDT of ETH.`);
  if (groupedThousands.test(figure)) return invalid(t`Leave the thousands together, like 50000 or 50k.`);
  const amount = readNumber(figure.replaceAll('_', '').replaceAll(',', '.'));
  if (amount === null) return invalid(t`${figure} is no size.`);
  if (!isPositive(amount)) return invalid(t`The size must be above zero.`);
  return checked({
    side,
    amount,
    coin: currencyOf(second ?? first),
    money: second === undefined ? null : currencyOf(first),
    target: namedOf(target),
  });
}

function checked(ask: SizeAsk): SizeAskReading {
  const { coin, money, target } = ask;
  return coin === money || coin === target
    ? invalid(t`${coin} for ${coin} is no trade.`)
    : { state: 'read', value: ask };
}

function currencyOf(text: string): string {
  return codeOf(text.toUpperCase());
}

function namedOf(text: string | undefined): string | null {
  return text === undefined ? null : currencyOf(text);
}
