import { absolute, type Decimal, fromUnits, powerOfTen, scaleOf, toUnits } from '#shared/decimal.ts';
import type { Contract } from '../futures/contract-types.ts';
import type { SpotPair } from '../spot/types.ts';
import type { RawCandle, RawTrade } from './candle-series.ts';

/** One candle in decimals. `volume` is in base coin or lots, `turnover` in quote or settle coin. */
export interface Candle {
  /** epoch ms at which it opens */
  readonly startMs: number;
  readonly open: Decimal;
  readonly close: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly volume: Decimal;
  readonly turnover: Decimal;
}

export interface Print {
  readonly price: Decimal;
  readonly size: Decimal;
  readonly timeNs: bigint;
}

/** How one market's prices and sizes become whole units, so that a candle costs a few additions a trade. */
export interface Measure {
  read(print: Print): RawTrade;
  /** the turnover of a size at a price */
  worth(price: bigint, size: bigint): bigint;
  write(candle: RawCandle): Candle;
}

interface Scales {
  readonly price: number;
  readonly size: number;
  readonly turnover: number;
  worth(price: bigint, size: bigint): bigint;
}

/** Digits of the turnover of an inverse contract: it is a quotient. */
const inverseTurnoverScale = 8;
const nanosecondsPerMs = 1_000_000n;

function createMeasure(scales: Scales): Measure {
  const price = (units: bigint): Decimal => fromUnits(units, scales.price);
  return {
    worth: (units, size) => scales.worth(units, size),
    read(print) {
      const units = toUnits(print.price, scales.price);
      const size = toUnits(print.size, scales.size);
      return {
        timeMs: Number(print.timeNs / nanosecondsPerMs),
        price: units,
        size,
        turnover: scales.worth(units, size),
      };
    },
    write: ({ startMs, open, close, high, low, volume, turnover }) => ({
      startMs,
      open: price(open),
      close: price(close),
      high: price(high),
      low: price(low),
      volume: fromUnits(volume, scales.size),
      turnover: fromUnits(turnover, scales.turnover),
    }),
  };
}

export function measureOfPair(pair: SpotPair): Measure {
  const price = scaleOf(pair.priceIncrement);
  const size = scaleOf(pair.baseIncrement);
  return createMeasure({ price, size, turnover: price + size, worth: (units, lots) => units * lots });
}

/** Linear: turnover = lots × multiplier × price; inverse: lots × multiplier ÷ price, to eight digits. */
export function measureOfContract(contract: Contract): Measure {
  const price = scaleOf(contract.tickSize);
  const size = 0;
  const multiplier = absolute(contract.multiplier);
  const multiplierScale = scaleOf(multiplier);
  const factor = toUnits(multiplier, multiplierScale);
  if (!contract.isInverse) {
    const turnover = price + multiplierScale;
    return createMeasure({ price, size, turnover, worth: (units, lots) => units * lots * factor });
  }
  const shift = powerOfTen(inverseTurnoverScale + price);
  const divisor = powerOfTen(multiplierScale);
  return createMeasure({
    price,
    size,
    turnover: inverseTurnoverScale,
    worth: (units, lots) => (lots * factor * shift) / (units * divisor),
  });
}
