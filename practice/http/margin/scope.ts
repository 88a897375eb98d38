import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { MarginScope } from '#practice/margin/types.ts';
import type { SignedCall } from '../endpoint/endpoint.ts';
import { flag, symbol } from '../endpoint/fields.ts';

/** Which margin account a body is about. */
export const scopeFields = { symbol: z.exactOptional(symbol), isIsolated: z.exactOptional(flag) };

/** Cross by default; an isolated account must be named by its pair. */
export function scopeOf(
  { accountId }: SignedCall,
  { isIsolated = false, symbol: name }: { isIsolated?: boolean; symbol?: string },
): Outcome<MarginScope> {
  if (!isIsolated) return accept({ accountId, symbol: null });
  if (name === undefined) return refuse('parameter', 'symbol is required for isolated margin', 'symbol');
  return accept({ accountId, symbol: name });
}
