import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

const Hex = z.string().check(z.regex(/^[0-9a-f]{32,128}$/));

/** A PIN as it is kept: salted, and slow to try. `cost` is scrypt's N; a later version may raise it. */
export const PinHash = z.strictObject({
  salt: Hex,
  hash: Hex,
  cost: z.int().check(z.gte(1024), z.lte(2 ** 20)),
});
export type PinHash = z.infer<typeof PinHash>;

/** 64 MB and some tenths of a second for each try. */
const defaultCost = 2 ** 16;
const blockSize = 8;
const hashBytes = 32;

function derive(pin: string, salt: Buffer, cost: number): Promise<Buffer> {
  // the library's own limit is below what this needs
  const limits = { N: cost, r: blockSize, p: 1, maxmem: 256 * cost * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(pin.normalize('NFKC'), salt, hashBytes, limits, (cause, hash) =>
      cause === null ? resolve(hash) : reject(cause),
    );
  });
}

/** `cost` is for tests alone, which cannot wait. */
export async function hashPin(pin: string, cost: number = defaultCost): Promise<PinHash> {
  const salt = randomBytes(16);
  const hash = await derive(pin, salt, cost);
  return { salt: salt.toString('hex'), hash: hash.toString('hex'), cost };
}

export async function fitsPin(pin: string, kept: PinHash): Promise<boolean> {
  const expected = Buffer.from(kept.hash, 'hex');
  const found = await derive(pin, Buffer.from(kept.salt, 'hex'), kept.cost);
  return expected.length === found.length && timingSafeEqual(expected, found);
}

const shortest = 6;

/** Why this may not be the PIN, as a sentence; null: it may. */
export function pinError(pin: string): string | null {
  if (pin.length < shortest) return `A PIN has at least ${shortest} digits or letters.`;
  const codes = Array.from(pin, mark => mark.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)));
  const [step] = steps;
  const isRow = steps.size === 1 && step !== undefined && Math.abs(step) <= 1;
  return isRow ? 'This PIN is easy to guess. Choose one that is no sequence and no repetition.' : null;
}
