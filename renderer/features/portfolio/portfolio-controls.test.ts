import { expect, it } from 'vitest';
import { accountOptions } from './portfolio-controls.tsx';

it('portfolio accounts are sorted by name, the master account first', () => {
  const names = new Map([
    ['1', 'zulu'],
    ['2', 'alpha'],
  ]);
  const labels = accountOptions(['1', '2', ''], names).map(({ label }) => label);
  expect(labels).toEqual(['Master account', 'alpha', 'zulu']);
});
