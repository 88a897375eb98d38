import { expect, it } from 'vitest';
import { lineTitle, missingText, obstacleText, sizeText, stateText } from './archive-texts.ts';

it('archive texts name sizes in units of 1024', () => {
  expect([0, 512, 832_000, 1_288_490_189, 5e15].map(sizeText)).toEqual([
    '0 KB',
    '0.5 KB',
    '813 KB',
    '1.2 GB',
    '4,547 TB',
  ]);
});

it('archive texts name the stream and the symbol being read', () => {
  const window = { fromMs: 0, toMs: 1 };
  const current = { stream: 'hf-fills', symbol: 'BTC-USDT', window } as const;
  expect(stateText({ state: 'reading', current })).toBe('reading HF fills BTC-USDT');
  expect(stateText({ state: 'reading', current: null })).toBe('reading');
  expect(stateText({ state: 'idle', current: null })).toBe('up to date');
  expect(lineTitle({ stream: 'deposits', symbol: null })).toBe('Deposits');
  // a symbol comes from the exchange: nothing of it turns or hides the text around it
  expect(lineTitle({ stream: 'hf-fills', symbol: 'A\u202eB' })).not.toContain('\u202e');
});

it('archive texts state why nothing is recorded, with the message of the system', () => {
  expect(obstacleText({ obstacle: null, detail: 'x' })).toBeNull();
  expect(obstacleText({ obstacle: 'paused', detail: null })).toMatch(/^Paused/);
  expect(obstacleText({ obstacle: 'disk-full', detail: 'ENOSPC' })).toMatch(/The disk is full\..* \(ENOSPC\)$/);
});

it('archive texts count the sub-accounts and name the wallets that a balance snapshot omits', () => {
  expect(missingText(['sub-account:a', 'futures:XBT', 'sub-account:b', 'futures:USDT'])).toBe(
    '2 sub-accounts, futures wallets',
  );
  expect(missingText(['sub-account:a', 'cross-margin'])).toBe('1 sub-account, cross margin');
  expect(missingText(['other'])).toBe('other');
});
