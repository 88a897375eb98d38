import { compare } from '#shared/decimal.ts';
import { type Fill, fillKey } from '#shared/domain/fill.ts';

export interface FirstWords {
  /** The fill as it was told first, which is the fill itself nearly always. */
  readonly settle: (profileId: string, fill: Fill) => Fill;
}

interface Word {
  readonly first: Fill;
  isContradicted: boolean;
}

/** Several times what both venues' lists can hold together. */
const mostRemembered = 10_000;

function isSame(a: Fill, b: Fill): boolean {
  return compare(a.price, b.price) === 0 && compare(a.size, b.size) === 0;
}

/**
 * Remembers what was said first of each trade, by push or by read: it stands, and `contradicted` is told once of a trade
 * that comes with another price or size. faults.md §5, case 20.
 */
export function createFirstWords(contradicted: (first: Fill, other: Fill) => void, most = mostRemembered): FirstWords {
  const words = new Map<string, Word>();
  const remember = (key: string, first: Fill): void => {
    words.set(key, { first, isContradicted: false });
    // a map keeps the order of insertion: the first is the oldest
    for (const oldest of words.keys()) {
      if (words.size <= most) break;
      words.delete(oldest);
    }
  };
  return {
    settle(profileId, fill) {
      const key = `${profileId} ${fillKey(fill)}`;
      const word = words.get(key);
      if (word === undefined) {
        remember(key, fill);
        return fill;
      }
      if (isSame(word.first, fill)) return fill;
      if (!word.isContradicted) contradicted(word.first, fill);
      word.isContradicted = true;
      return word.first;
    },
  };
}
