import { type Failure, fail } from '#shared/errors.ts';

const noEndpoint = '404000';
/** Codes for an endpoint that the exchange does not have, or has no more: docs/exchange/errors.md §2. */
const unservedCodes = new Set([noEndpoint, '401000']);

/** Whether the exchange answered that it does not have the endpoint itself: that says nothing of the thing asked for. */
export function isUnserved({ kind, code }: Failure): boolean {
  return kind === 'not-found' && unservedCodes.has(code ?? '');
}

/** The failure for something that the exchange has no endpoint for. */
export function failUnserved(message: string) {
  return fail('not-found', message, { code: noEndpoint });
}
