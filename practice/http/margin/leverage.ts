import * as z from 'zod/mini';
import { accept } from '#practice/kernel/kernel.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { numericAmount, read } from '../endpoint/fields.ts';
import { scopeFields, scopeOf } from './scope.ts';

const LeverageBody = z.object({ ...scopeFields, leverage: numericAmount });

/** POST /api/v3/position/update-user-leverage (docs/exchange/endpoints.md §5.3): null when it is done. */
export function changeLeverage(call: SignedCall): Answer {
  const body = read(LeverageBody, call.body);
  if (!body.ok) return body;
  const scope = scopeOf(call, body.value);
  if (!scope.ok) return scope;
  const changed = call.exchange.margin.changeLeverage(scope.value, body.value.leverage);
  return changed.ok ? accept(null) : changed;
}
