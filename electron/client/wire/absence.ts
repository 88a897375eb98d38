import type { Failure } from '#shared/errors.ts';

/** Answers of the gateway that the path does not exist or is retired: they say nothing of the thing asked for. */
const unsupported = new Set(['404000', '401000']);

export type Absence = 'absent' | 'unsupported' | 'unsure' | 'closed';

/** Whether a refused lookup means that the thing is not there. */
export function absenceOf(error: Failure): Absence {
  if (error.kind === 'closed') return 'closed';
  if (error.kind !== 'not-found') return 'unsure';
  return unsupported.has(error.code ?? '') ? 'unsupported' : 'absent';
}
