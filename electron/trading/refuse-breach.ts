import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Breach } from '#shared/rules/breach.ts';
import type { Act } from './act.ts';

/** The act, or the breach as the failure that the user reads. */
export function actUnless<T>(found: Breach | null, make: () => Act<T>): Result<Act<T>> {
  return found === null ? succeed(make()) : refuseBreach(found);
}

export function refuseBreach({ message, field }: Breach): Result<never> {
  return fail('invalid-request', message, { field });
}
