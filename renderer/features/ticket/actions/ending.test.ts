import { expect, it } from 'vitest';
import { reviewEnd } from '#lib/moments/reviewed-end.ts';
import { summariseTicket } from '../checks/summary.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import { endingAt, typedEnd } from './ending.ts';

const spot = buildSpotFacts();
const { nowMs } = spot;
const typed = { size: '1', price: '98', timeInForce: 'GTT' } as const;

function ending(draft: Parameters<typeof buildDraft>[0], sentMs: number) {
  const summary = summariseTicket(buildDraft({ ...typed, ...draft }), spot);
  if (summary.request === null) throw new Error('it may be sent');
  return endingAt(summary.request, reviewEnd(typedEnd(summary), nowMs), sentMs);
}

it('a time of day is fixed at the review: a later sending has less time, and none once it has passed', () => {
  const reviewed = ending({ life: '17:30' }, nowMs)?.order;
  if (reviewed === undefined || !('cancelAfterS' in reviewed)) throw new Error('it ends by the clock');
  const { cancelAfterS = 0 } = reviewed;
  expect(cancelAfterS).toBeGreaterThan(60);
  expect(ending({ life: '17:30' }, nowMs + 60_000)).toMatchObject({ order: { cancelAfterS: cancelAfterS - 60 } });
  expect(ending({ life: '17:30' }, nowMs + cancelAfterS * 1000)).toBeNull();
});

it('a duration counts from the sending, on margin as well', () => {
  expect(ending({ life: '90m' }, nowMs + 60_000)).toMatchObject({ order: { cancelAfterS: 5400 } });
  expect(ending({ life: '45s', tradeType: 'cross' }, nowMs + 60_000)).toMatchObject({
    call: 'margin.place',
    order: { cancelAfterS: 45 },
  });
});

it('an order without an expiry is sent unchanged', () => {
  expect(ending({ timeInForce: 'GTC' }, nowMs)).toMatchObject({ order: { cancelAfterS: undefined } });
  expect(ending({ price: 'm' }, nowMs)).toMatchObject({ order: { type: 'market' } });
  const summary = summariseTicket(buildFuturesDraft({ size: '1', price: '98' }), buildFuturesFacts());
  expect(typedEnd(summary)).toBeNull();
  const end = { kind: 'after', seconds: 5 } as const;
  expect(summary.request === null ? null : endingAt(summary.request, end, nowMs)).toEqual(summary.request);
});
