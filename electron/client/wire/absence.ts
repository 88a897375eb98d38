import type { Failure } from '#shared/errors.ts';
import { isUnserved } from '../unserved.ts';

export type Absence = 'absent' | 'unsupported' | 'unsure' | 'closed';

/** Whether a refused lookup means that the thing is not there. */
export function absenceOf(error: Failure): Absence {
  if (error.kind === 'closed') return 'closed';
  if (error.kind !== 'not-found') return 'unsure';
  return isUnserved(error) ? 'unsupported' : 'absent';
}
