import { assertNever } from '#shared/errors.ts';
import type { JsonValue } from '../wire/json.ts';

/** How a successful body is dressed: `{code,data}`, the bare data, or the batch envelope of interface document §2.8. */
export type Envelope = 'wrapped' | 'bare' | 'batch';

/** Dresses a successful body: interface document §4 (common rules), §2.8 and §7.1. */
export function dress(data: JsonValue, envelope: Envelope): JsonValue {
  switch (envelope) {
    case 'wrapped':
      return { code: '200000', data };
    case 'bare':
      return data;
    case 'batch':
      return { success: true, code: '200', msg: 'success', retry: false, data };
    default:
      return assertNever(envelope);
  }
}
