import { setFault } from '../second-client.ts';
import type { FathomUnderTest } from '../testing/fathom-fixture.ts';

type RestFault = Readonly<Record<string, unknown>>;

/** The step of a story for which faults are set. */
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

export interface FaultPlan {
  /** sets the faults of the exchange from now on, before the next step of the story */
  readonly apply: (fathom: FathomUnderTest, moment?: Moment) => Promise<void>;
}

const rest = { fault: 'rest', count: 1 } as const;
/** executed, with a lost answer */
const lostAfter = { ...rest, isExecuted: true, answer: { kind: 'error', status: 502 } } as const;
const resetAfter = { ...rest, isExecuted: true, answer: { kind: 'reset' } } as const;
/** not executed, with a lost answer */
const lostBefore = { ...rest, isExecuted: false, answer: { kind: 'error', status: 502 } } as const;
const slowDown = { ...rest, answer: { kind: 'rate-limited', resetMs: 700 } } as const;

const read = (path: string, count: number) => ({ ...slowDown, method: 'GET', path, count });

const faultsOf: Readonly<Record<Moment, readonly RestFault[]>> = {
  // frequent reads of panels: rejected now and then
  start: [read('/api/v1/orders', 2), read('/api/v1/positions', 2), read('/api/v1/stop-order', 1)],
  // the first chunk is accepted with a lost answer, the second is lost on its way, and its lookup fails at first
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
  // executed, with a lost answer
  contract: [{ ...lostAfter, method: 'POST', path: '/api/v1/orders', venue: 'futures' }],
  rungs: [{ ...lostAfter, method: 'POST', path: '/api/v1/hf/orders/multi' }],
  panic: [
    { ...slowDown, method: 'DELETE', path: '/api/v1/hf/orders' },
    { ...lostAfter, method: 'DELETE', path: '/api/v1/hf/orders/cancelAll' },
    read('/api/v1/orders', 2),
  ],
};

/** The exchange runs without a fault. */
export const calm: FaultPlan = { apply: () => Promise.resolve() };

/** The exchange answers 429, loses answers before and after it has acted: each a counted number of times. */
export const storm: FaultPlan = {
  apply: async (fathom, moment = 'panic') => {
    const { control } = await fathom.practice;
    for (const fault of faultsOf[moment]) await setFault(control, fault);
  },
};
