import { fail } from '#shared/errors.ts';
import type { Portfolios } from '../portfolio.ts';

function answerNothing() {
  return Promise.resolve(fail('not-found', 'Nothing is recorded of this account.'));
}

/** Portfolios of an account of which nothing is recorded. */
export function createFakePortfolios(): Portfolios {
  return {
    read: answerNothing,
    rows: answerNothing,
    compare: answerNothing,
    trends: answerNothing,
    close: () => Promise.resolve(),
  };
}
