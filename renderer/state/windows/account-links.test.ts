import { expect, it } from 'vitest';
import { accountOf, withAccount, withOwnAccounts } from './account-links.ts';
import { withLink, withMarket } from './links.ts';

const btc = { venue: 'spot', symbol: 'BTC-USDT' } as const;
const chosen = (userId: string, profileId = 'desk') => ({ profileId, userId });

it('linked panels show one account, each profile its own', () => {
  const links = withAccount(withAccount({}, 'oversight', chosen('u1')), 'oversight', chosen('u2', 'other'));
  expect(accountOf(links, 'accounts', 'desk')).toBe('u1');
  expect(accountOf(links, 'accounts', 'other')).toBe('u2');
  expect(accountOf(links, 'accounts', 'third')).toBeNull();
});

it('a panel of another link does not change, and the market of that link stays', () => {
  const apart = withMarket(withLink({}, 'accounts', { link: 'B', shown: btc }), 'accounts', btc);
  const links = withAccount(withAccount(apart, 'oversight', chosen('u1')), 'accounts', chosen('u2'));
  expect([accountOf(links, 'oversight', 'desk'), accountOf(links, 'accounts', 'desk')]).toEqual(['u1', 'u2']);
  expect(links['B']).toBe('spot:BTC-USDT');
  const back = withLink(links, 'accounts', { link: 'A', shown: btc });
  expect(accountOf(back, 'accounts', 'desk')).toBe('u1');
});

it('an unlinked panel keeps its account, and changes alone', () => {
  const before = withAccount({}, 'oversight', chosen('u1'));
  const alone = withLink(withOwnAccounts(before, 'accounts'), 'accounts', { link: 'none', shown: btc });
  expect(accountOf(alone, 'accounts', 'desk')).toBe('u1');
  const moved = withAccount(alone, 'accounts', chosen('u2'));
  expect([accountOf(moved, 'oversight', 'desk'), accountOf(moved, 'accounts', 'desk')]).toEqual(['u1', 'u2']);
});

it('an id that is too long is not stored, because it would make the file invalid', () => {
  expect(withAccount({ B: 'spot:X' }, 'oversight', chosen('u'.repeat(61)))).toEqual({ B: 'spot:X' });
});
