import { expect, it } from 'vitest';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildFuturesDraft, buildFuturesFacts } from '../testing/build-ticket.ts';
import { summariseTicket } from './summary.ts';

const draft = buildFuturesDraft({ size: '10', price: '100' });
const { nowMs } = buildFuturesFacts();

function warnedOf(expireAtMs: number | null): readonly string[] {
  const contract = buildFuturesContract({ expireAtMs });
  return summariseTicket(draft, buildFuturesFacts({ contract })).soft.map(({ title }) => title);
}

it('warns that the contract of an order expires within a week, and not earlier', () => {
  const day = 86_400_000;
  expect(warnedOf(nowMs + 3 * day)).toContain('The contract expires soon.');
  expect(warnedOf(nowMs + 30 * day)).not.toContain('The contract expires soon.');
  expect(warnedOf(null)).not.toContain('The contract expires soon.');
});
