import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { anyTime, anyTimeOrNull, epochMs, epochMsOrNull, epochNs, epochS } from './scalars.ts';

const notSet = [0, '0', '000', -1, '-1'];

describe('a time on the wire', () => {
  it.each(notSet)('is unknown when it is %s and may be unknown', value => {
    for (const time of [epochMsOrNull, anyTimeOrNull]) expect(z.parse(time, value)).toBeNull();
  });

  it.each(notSet)('is unreadable when it is %s and required', value => {
    for (const time of [epochMs, epochS, epochNs, anyTime]) expect(z.safeParse(time, value).success).toBe(false);
  });

  it.each(['', null, undefined])('is unknown when it is %s and may be unknown', value => {
    for (const time of [epochMsOrNull, anyTimeOrNull]) expect(z.parse(time, value)).toBeNull();
  });

  it('is unreadable when it is no number', () => {
    for (const time of [epochMsOrNull, anyTimeOrNull]) expect(z.safeParse(time, 'soon').success).toBe(false);
  });

  it('is read in its unit', () => {
    expect([epochMs, epochMsOrNull].map(time => z.parse(time, '1730211033305'))).toEqual([
      1730211033305, 1730211033305,
    ]);
    expect(z.parse(epochS, 1730211033)).toBe(1730211033000);
    expect(z.parse(epochNs, '1730211033305000000')).toBe(1730211033305);
    for (const text of ['1730211033', '1730211033000', '1730211033000000', '1730211033000000000'])
      expect([anyTime, anyTimeOrNull].map(time => z.parse(time, text))).toEqual([1730211033000, 1730211033000]);
  });
});
