import type { Random } from './kernel.ts';

/** Scrambles one 32-bit word; feeds the four words of a generator so that near seeds give far streams. */
function splitmix32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  };
}

/** FNV-1a: the same label always opens the same stream. */
function hashLabel(label: string): number {
  let hash = 0x811c9dc5;
  for (const character of label) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/**
 * A stream of chance (xoshiro128**) named by seed and label. Each market, trader and record gets a label of its own, so
 * that one more draw in one of them does not change the others.
 */
export function createRandom(seed: number, label: string): Random {
  const word = splitmix32((Math.trunc(seed) ^ hashLabel(label)) >>> 0);
  let [a, b, c, d] = [word(), word(), word(), word() | 1];
  const next32 = (): number => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  return { next: () => (next32() * 0x200000 + (next32() >>> 11)) / 0x20000000000000 };
}

/** Standard normal (Box-Muller). */
export function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

/** Log-normal: its median, and the standard deviation of its logarithm. */
export function logNormal(random: Random, shape: { readonly median: number; readonly sigma: number }): number {
  return shape.median * Math.exp(shape.sigma * normal(random));
}

/** Pareto: never below `least`; the smaller `tail`, the more often it is huge. */
export function pareto(random: Random, shape: { readonly least: number; readonly tail: number }): number {
  return shape.least / (1 - random.next()) ** (1 / shape.tail);
}

/** How many events fall into an interval in which `mean` are expected. */
export function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let product = random.next();
  let count = 0;
  while (product > limit) {
    product *= random.next();
    count += 1;
  }
  return count;
}

/** A whole number from `least` to `most`, both possible. */
export function integer(random: Random, least: number, most: number): number {
  return least + Math.floor(random.next() * (most - least + 1));
}

/** `length` hexadecimal digits. */
export function hexDigits(random: Random, length: number): string {
  let text = '';
  while (text.length < length) text += integer(random, 0, 15).toString(16);
  return text;
}
