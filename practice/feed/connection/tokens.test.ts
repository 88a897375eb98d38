import { describe, expect, it } from 'vitest';
import { createManualTime } from '../testing/manual-time.ts';
import { createFeedTokens } from './tokens.ts';

function open() {
  const time = createManualTime();
  return { time, tokens: createFeedTokens({ clock: time.clock, lifeMs: 1000 }) };
}

describe('createFeedTokens', () => {
  it('accepts a token for its account and venue', () => {
    const { tokens } = open();
    const spot = tokens.issue('spot', 'ann');
    const futures = tokens.issue('futures', null);
    expect(tokens.check('spot', spot)).toEqual({ accountId: 'ann' });
    expect(tokens.check('futures', spot)).toBeNull();
    expect(tokens.check('futures', futures)).toEqual({ accountId: null });
    expect(tokens.check('spot', futures)).toBeNull();
    expect(tokens.check('spot', '')).toBeNull();
    expect(spot).toMatch(/^[\w-]{100,}$/);
    expect(tokens.issue('spot', 'ann')).not.toBe(spot);
  });

  it('expires a token at the end of its life', () => {
    const { time, tokens } = open();
    const token = tokens.issue('spot', null);
    time.advance(999);
    const later = tokens.issue('spot', null);
    expect(tokens.check('spot', token)).not.toBeNull();
    time.advance(1);
    expect(tokens.check('spot', token)).toBeNull();
    tokens.issue('spot', null);
    expect(tokens.check('spot', later)).not.toBeNull();
  });

  it('expires all tokens at once, or those of one venue', () => {
    const { tokens } = open();
    const [spot, futures] = [tokens.issue('spot', null), tokens.issue('futures', null)];
    tokens.expire('spot');
    expect([tokens.check('spot', spot), tokens.check('futures', futures)]).toEqual([null, { accountId: null }]);
    tokens.expire();
    expect(tokens.check('futures', futures)).toBeNull();
    expect(tokens.check('spot', tokens.issue('spot', null))).not.toBeNull();
  });
});
