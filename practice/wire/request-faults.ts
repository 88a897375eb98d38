import { setTimeout } from 'node:timers/promises';
import type { VenueName } from './venue-name.ts';

/** Where faults meet the requests: control makes them, the HTTP service obeys, and neither imports the other. */

export interface RoutedRequest {
  readonly venue: VenueName;
  readonly method: string;
  /** the route's pattern */
  readonly route: string;
  /** as it was asked for, without the query */
  readonly path: string;
}

/** A whole answer that the exchange would not have given. */
export interface FalseAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The true answer with one field of its n-th row replaced, or removed where `value` is undefined. */
export interface OddRowEffect {
  readonly kind: 'odd-row';
  readonly row: number;
  readonly field: string;
  readonly value: unknown;
}

export type FaultEffect = FalseAnswer | OddRowEffect | { readonly kind: 'truncated' | 'cut' | 'reset' | 'hang' };

export interface InjectedFault {
  /** the request takes effect before its answer is spoilt */
  readonly isExecuted: boolean;
  readonly effect: FaultEffect;
}

export interface RequestFaults {
  /** what befalls this request; null: nothing. Asked once for each request. */
  take(request: RoutedRequest): InjectedFault | null;
  /** how long this request and its answer are on their way together, ms */
  latencyMs(): number;
  /** resolves after so many ms */
  readonly pause: (ms: number) => Promise<void>;
}

export async function sleep(ms: number): Promise<void> {
  await setTimeout(ms);
}

export const noRequestFaults: RequestFaults = { take: () => null, latencyMs: () => 0, pause: sleep };
