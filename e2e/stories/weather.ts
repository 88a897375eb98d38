import { setFault } from '../second-client.ts';
import type { FathomUnderTest } from '../testing/fathom-fixture.ts';

type RestFault = Readonly<Record<string, unknown>>;

export interface Weather {
  /** tells the exchange how to fail from now on, before what the story is about to do */
  readonly turn: (fathom: FathomUnderTest) => Promise<void>;
}

const rest = { fault: 'rest', count: 1 } as const;
/** it was done, and nobody is told */
const lostAfter = { ...rest, isExecuted: true, answer: { kind: 'error', status: 502 } } as const;
const slowDown = { ...rest, answer: { kind: 'rate-limited', resetMs: 700 } } as const;

const faults: readonly RestFault[] = [
  { ...slowDown, method: 'DELETE', path: '/api/v1/hf/orders' },
  { ...lostAfter, method: 'DELETE', path: '/api/v1/hf/orders/cancelAll' },
  { ...slowDown, method: 'GET', path: '/api/v1/orders', count: 2 },
];

/** The exchange does what it is told. */
export const calm: Weather = { turn: () => Promise.resolve() };

/** The exchange answers 429, loses answers after it has acted: each a counted number of times. */
export const storm: Weather = {
  turn: async fathom => {
    const { control } = await fathom.practice;
    for (const fault of faults) await setFault(control, fault);
  },
};
