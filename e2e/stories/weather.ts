import { setFault } from '../second-client.ts';
import type { FathomUnderTest } from '../testing/fathom-fixture.ts';

type RestFault = Readonly<Record<string, unknown>>;

/** What may be done in a story when the weather turns. */
export type Moment =
  | 'start'
  | 'ladder'
  | 'amend'
  | 'cancel'
  | 'sale'
  | 'margin'
  | 'stop'
  | 'reduce'
  | 'order'
  | 'contract'
  | 'rungs'
  | 'panic';

export interface Weather {
  /** tells the exchange how to fail from now on, before what the story is about to do */
  readonly turn: (fathom: FathomUnderTest, moment?: Moment) => Promise<void>;
}

const rest = { fault: 'rest', count: 1 } as const;
/** it was done, and nobody is told */
const lostAfter = { ...rest, isExecuted: true, answer: { kind: 'error', status: 502 } } as const;
const resetAfter = { ...rest, isExecuted: true, answer: { kind: 'reset' } } as const;
/** it was not done, and nobody is told */
const lostBefore = { ...rest, isExecuted: false, answer: { kind: 'error', status: 502 } } as const;
const slowDown = { ...rest, answer: { kind: 'rate-limited', resetMs: 700 } } as const;

const read = (path: string, count: number) => ({ ...slowDown, method: 'GET', path, count });

const faults: Readonly<Record<Moment, readonly RestFault[]>> = {
  // what panels ask for all day: refused now and then
  start: [read('/api/v1/orders', 2), read('/api/v1/positions', 2), read('/api/v1/stop-order', 1)],
  // the first chunk is taken and nobody is told, the second is lost on its way, and the way to look it up is shut at first
  ladder: [
    { ...lostAfter, method: 'POST', path: '/api/v1/hf/orders/multi' },
    { ...lostBefore, method: 'POST', path: '/api/v1/hf/orders/multi', skip: 1 },
    read('/api/v1/hf/orders/client-order/:clientOid', 1),
  ],
  amend: [{ ...resetAfter, method: 'POST', path: '/api/v1/hf/orders/alter' }],
  cancel: [
    { ...lostAfter, method: 'DELETE', path: '/api/v1/hf/orders/:orderId' },
    { ...slowDown, method: 'DELETE', path: '/api/v1/hf/orders/:orderId', skip: 1 },
  ],
  sale: [
    { ...resetAfter, method: 'POST', path: '/api/v1/hf/orders' },
    { ...resetAfter, method: 'POST', path: '/api/v1/orders', venue: 'futures' },
  ],
  margin: [{ ...resetAfter, method: 'POST', path: '/api/v1/position/margin/deposit-margin' }],
  stop: [{ ...lostBefore, method: 'POST', path: '/api/v1/orders', venue: 'futures' }],
  reduce: [{ ...lostAfter, method: 'POST', path: '/api/v1/orders', venue: 'futures' }],
  order: [{ ...resetAfter, method: 'POST', path: '/api/v1/hf/orders' }],
  // it was done, and nobody is told
  contract: [{ ...lostAfter, method: 'POST', path: '/api/v1/orders', venue: 'futures' }],
  rungs: [{ ...lostAfter, method: 'POST', path: '/api/v1/hf/orders/multi' }],
  panic: [
    { ...slowDown, method: 'DELETE', path: '/api/v1/hf/orders' },
    { ...lostAfter, method: 'DELETE', path: '/api/v1/hf/orders/cancelAll' },
    read('/api/v1/orders', 2),
  ],
};

/** The exchange does what it is told. */
export const calm: Weather = { turn: () => Promise.resolve() };

/** The exchange answers 429, loses answers before and after it has acted: each a counted number of times. */
export const storm: Weather = {
  turn: async (fathom, moment = 'panic') => {
    const { control } = await fathom.practice;
    for (const fault of faults[moment]) await setFault(control, fault);
  },
};
