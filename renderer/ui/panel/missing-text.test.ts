import { expect, it } from 'vitest';
import { unreadablePart } from '#shared/domain/completeness.ts';
import { countText, partialText, missingText } from './missing-text.ts';

const wallet = { part: 'the USDT futures wallet', reason: 'The exchange is in trouble.', asOfMs: 7 } as const;
const fills = { part: 'older spot fills', reason: 'The newest 1,000 are given.', asOfMs: null } as const;

it('missing text names each part with its reason, and the time of the shown data', () => {
  expect(missingText([wallet, fills], epochMs => `time ${epochMs}`)).toBe(
    'As it was at time 7: the USDT futures wallet. The exchange is in trouble.\nMissing: older spot fills. The newest 1,000 are given.',
  );
});

it('missing text of a total names what it omits, and a count says that there is more', () => {
  expect(partialText([wallet, fills])).toBe('without the USDT futures wallet, older spot fills');
  expect([partialText([]), countText(20, [fills]), countText(20, [])]).toEqual(['', '20+', '20']);
});

it('missing text counts unreadable rows', () => {
  const [orders] = unreadablePart('order', [{ endpoint: 'GET /x', field: 'side', id: null, symbol: null, raw: '{}' }]);
  const missing = orders === undefined ? [] : [orders];
  expect(missingText(missing, String)).toBe(
    '1 order could not be read. The exchange sent a value that Fathom cannot read. The other rows are shown.',
  );
  expect(partialText(missing)).toBe('without 1 unreadable rows');
});
