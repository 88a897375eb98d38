import { expect, it } from 'vitest';
import { whole } from '#shared/domain/completeness.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { positionNow } from './position-now.ts';

const position = buildPosition();
const isAsked = ({ id }: typeof position) => id === position.id;
const missing = [{ part: 'positions', reason: 'They did not come.', asOfMs: null }];

it('an open position has its present state, and a missing one is closed only in a complete list', () => {
  const now = (
    data: (typeof position)[] | undefined,
    completeness: Parameters<typeof positionNow>[0]['completeness'],
  ) => positionNow({ data, completeness }, isAsked);
  expect(now([position], whole)).toBe(position);
  expect(now([{ ...position, isOpen: false }], whole)).toBeNull();
  expect(now([{ ...position, id: 'another' }], whole)).toBeNull();
  expect(now([], { kind: 'partial', missing })).toBeUndefined();
  expect(now([], null)).toBeUndefined();
  expect(now(undefined, whole)).toBeUndefined();
});
