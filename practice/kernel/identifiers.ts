import type { Clock, Identifiers, Liquidity } from './kernel.ts';
import { createRandom, hexDigits, integer } from './random.ts';

const stopAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
const stopRandomLength = 15;
/**
 * Above 2^53 from the first trade on, like the service's (docs/exchange/records.md §1.3): a reader that uses doubles
 * loses digits.
 */
const firstTradeId = 11_040_911_994_273_793n;

/** The trades of an earlier period have lower ids than those of the present one, whenever they are made. */
const mostEarlierTrades = 1_000_000n;

/** Order ids of a block count from here on, far above those of the second that it is of. */
const firstBlock = 0x800000;
const blockLength = 0x1000;

interface BlockIdentifiers extends Identifiers {
  /** Runs something whose order ids do not depend on when it runs. Each block is used once and gives 4096 ids. */
  inBlock(block: number, run: () => void): void;
}

/**
 * Identifiers that look like the service's and come out the same for the same seed and the same times. An earlier period
 * has its own: at most a million trades.
 */
export function createIdentifiers(
  seed: number,
  clock: Clock,
  period: 'earlier' | 'present' = 'present',
): BlockIdentifiers {
  const random = createRandom(seed, 'identifiers');
  const machine = hexDigits(random, 10);
  let orders = integer(random, 0, 0xffff);
  let stops = 0;
  /** of an order id; nearly always the one before has the same */
  let beginning = { second: -1, text: '' };
  const earlierTrades = BigInt(integer(random, 0, 1_000_000_000));
  let tradeId = firstTradeId + earlierTrades + (period === 'earlier' ? 0n : mostEarlierTrades);
  return {
    orderId() {
      orders = (orders + 1) % 0x1000000;
      const second = Math.floor(clock.nowMs() / 1000);
      if (second !== beginning.second) beginning = { second, text: second.toString(16).padStart(8, '0') + machine };
      return beginning.text + orders.toString(16).padStart(6, '0');
    },
    stopOrderId() {
      stops += 1;
      let text = '';
      while (text.length < stopRandomLength) text += stopAlphabet[integer(random, 0, stopAlphabet.length - 1)] ?? 'a';
      return `vs${text}${stops.toString(36).padStart(7, '0')}`;
    },
    tradeId() {
      tradeId += 1n;
      return tradeId;
    },
    inBlock(block, run) {
      const before = orders;
      orders = firstBlock + block * blockLength;
      try {
        run();
      } finally {
        orders = before;
      }
    },
  };
}

/** Counted from here the number below fits into 2^53 until the year 2037. */
const firstSecond = 1_600_000_000n;

/** A number that rises from order to order as their ids were given, below 2^53; null for an id of another form. */
export function orderNumber(orderId: string): bigint | null {
  const parts = /^([\da-f]{8})[\da-f]{10}([\da-f]{6})$/.exec(orderId);
  if (parts === null) return null;
  return ((BigInt(`0x${parts[1]}`) - firstSecond) << 24n) + BigInt(`0x${parts[2]}`);
}

/**
 * A number of a fill that rises with the trades and fits into 2^53. Both sides of a trade may belong to one account, so
 * each has its own.
 */
export function fillNumber({
  tradeId,
  liquidity,
}: {
  readonly tradeId: bigint;
  readonly liquidity: Liquidity;
}): bigint {
  return (tradeId - firstTradeId) * 2n + (liquidity === 'maker' ? 1n : 2n);
}
