import { add, type Decimal, fromUnits } from '#shared/decimal.ts';

/**
 * The exact sum of many sizes, sixty times a second: whole numbers in a double while that counts exactly, decimal text
 * beyond it. Sizes are plain decimals; the book let nothing else in.
 */
export interface SizeSum {
  readonly add: (size: Decimal) => void;
  /** the sum since the last time, in its shortest writing */
  readonly take: () => Decimal;
}

/** Digits after the point that are counted in a double; sizes on the wire have at most eight. */
const scale = 8;
const powers = Array.from({ length: scale + 1 }, (_, exponent) => 10 ** exponent);
const zero = 48;
const point = 46;

/** The text as a whole number of 10^-8, or NaN when a double cannot hold that exactly. */
function unitsOf(text: Decimal): number {
  let units = 0;
  let pointAt = -1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === point) pointAt = index;
    else units = units * 10 + code - zero;
  }
  const decimals = pointAt < 0 ? 0 : text.length - pointAt - 1;
  const scaled = units * (powers[scale - decimals] ?? Number.NaN);
  return Number.isSafeInteger(scaled) ? scaled : Number.NaN;
}

export function createSizeSum(): SizeSum {
  let units = 0;
  let exact: Decimal = '0';
  const spill = () => {
    exact = add(exact, fromUnits(BigInt(units), scale));
    units = 0;
  };
  return {
    add(size) {
      const more = unitsOf(size);
      if (Number.isSafeInteger(units + more)) {
        units += more;
        return;
      }
      spill();
      exact = add(exact, size);
    },
    take() {
      spill();
      const sum = exact;
      exact = '0';
      return sum;
    },
  };
}
