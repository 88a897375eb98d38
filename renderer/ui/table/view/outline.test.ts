import { expect, it } from 'vitest';
import { type Outline, passingWithHeads, underHeads, withoutHeads } from './outline.ts';

interface Row {
  readonly key: string;
  readonly under: string | null;
}
const row = (key: string, under: string | null = null): Row => ({ key, under });
const keyOf = ({ key }: Row) => key;
const outline: Outline<Row> = { isHead: ({ key }) => key.startsWith('H'), headOf: ({ under }) => under };
const keys = (rows: readonly Row[]) => rows.map(keyOf).join(' ');

it('rows are under their heads in the order of arrival, those without one at the end', () => {
  const sorted = [row('a', 'H1'), row('H2'), row('x'), row('b', 'H2'), row('H1'), row('c', 'H1'), row('d', 'Hgone')];
  expect(keys(underHeads(sorted, keyOf, outline))).toBe('H2 b H1 a c x d');
  expect(keys(underHeads(sorted, keyOf, { ...outline, lastKey: 'H2' }))).toBe('H1 a c H2 b x d');
});

it('heads are distinct from their rows', () => {
  expect(keys(withoutHeads([row('H'), row('a', 'H')], outline))).toBe('a');
  expect(keys(withoutHeads([row('H'), row('a', 'H')], undefined))).toBe('H a');
});

it('a filter keeps the heads of matching rows, and those with collapsed rows', () => {
  const rows = [row('H1'), row('a', 'H1'), row('b', 'H1'), row('H2'), row('c', 'H2'), row('H3'), row('x')];
  const passing = new Set(rows.filter(({ key }) => key === 'b' || key === 'x'));
  expect(keys(passingWithHeads(rows, keyOf, { ...outline, passing }))).toBe('H1 b H3 x');
});
