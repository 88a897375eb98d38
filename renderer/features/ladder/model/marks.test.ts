import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkClientOid } from '#shared/rules/spot.ts';
import { newLadderId, readMark, writeMark } from './marks.ts';

const number = (max: number) => fc.integer({ min: 0, max });

it('a ladder client id is valid for the exchange and names the rung and its ladder', () => {
  fc.assert(
    fc.property(number(100), number(99), number(99), (count, row, attempt) => {
      const mark = { ladder: newLadderId(), count, row, attempt };
      const text = writeMark(mark);
      expect(checkClientOid(text)).toBeNull();
      expect(readMark(text)).toEqual(mark);
    }),
  );
});

it('a foreign client id is not read as a rung', () => {
  for (const text of [null, '', 'ladder-', 'ladder-ABCDEFGH-1-1-0', 'ladder-abcdefgh-1-1', 'x-ladder-abcdefgh-1-1-0'])
    expect(readMark(text)).toBeNull();
});
