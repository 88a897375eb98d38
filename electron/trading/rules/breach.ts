import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Act } from '../act.ts';

/** Why a request must not be sent: the field and a sentence. Null when it may. */
export interface Breach {
  readonly field: string;
  readonly message: string;
}

type Rule = () => Breach | null;

/** The first breach counts; later rules may lean on earlier ones. */
export function firstBreach(rules: readonly Rule[]): Breach | null {
  for (const rule of rules) {
    const found = rule();
    if (found !== null) return found;
  }
  return null;
}

export function breach(field: string, message: string): Breach {
  return { field, message };
}

/** The act, or the breach as the failure that the user reads. */
export function actUnless<T>(found: Breach | null, make: () => Act<T>): Result<Act<T>> {
  return found === null ? succeed(make()) : refuseBreach(found);
}

export function refuseBreach({ message, field }: Breach): Result<never> {
  return fail('invalid-request', message, { field });
}
