import { expect, it } from 'vitest';
import { orFail } from './required-electron.ts';

it('required Electron: a missing one is skipped unless it is required', () => {
  expect(orFail(null, {})).toBeNull();
  expect(() => orFail(null, { FATHOM_REQUIRE_ELECTRON: '1' })).toThrow('the Electron program is not here');
});

it('required Electron: an installed one is used', () => {
  expect(orFail('/opt/electron', { FATHOM_REQUIRE_ELECTRON: '1' })).toBe('/opt/electron');
});
