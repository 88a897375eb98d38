import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Breach } from '#shared/rules/breach.ts';
import type { TradingAction } from './trading-action.ts';

/** The action, or the breach as the failure that the user reads. */
export function actionUnlessBreach<T>(found: Breach | null, make: () => TradingAction<T>): Result<TradingAction<T>> {
  return found === null ? succeed(make()) : refuseBreach(found);
}

export function refuseBreach({ message, field }: Breach): Result<never> {
  return fail('invalid-request', message, { field });
}
