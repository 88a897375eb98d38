import { expect, it } from 'vitest';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildFuturesDraft, buildFuturesFacts } from '../testing/build-ticket.ts';
import { summariseTicket } from './summary.ts';

const draft = buildFuturesDraft({ size: '10', price: '100' });
const { nowMs } = buildFuturesFacts();

function warnedOf(expireAtMs: number | null): readonly string[] {
  const contract = buildFuturesContract({ expireAtMs });
  return summariseTicket(draft, buildFuturesFacts({ contract })).validationWarnings.map(({ title }) => title);
}

it('expiry warning appears for a contract that expires within a week, and not earlier', () => {
  const day = 86_400_000;
  expect(warnedOf(nowMs + 3 * day)).toContain('The contract expires soon.');
  expect(warnedOf(nowMs + 30 * day)).not.toContain('The contract expires soon.');
  expect(warnedOf(null)).not.toContain('The contract expires soon.');
});
