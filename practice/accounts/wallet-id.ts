import { createHash } from 'node:crypto';

/** 24 hex digits that name one currency of one wallet, the same at every start. */
export function walletId(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 24);
}
