import { expect, it } from 'vitest';
import { orFail } from './required-electron.ts';

it('lets a missing Electron be skipped unless it is required', () => {
  expect(orFail(null, {})).toBeNull();
  expect(() => orFail(null, { FATHOM_REQUIRE_ELECTRON: '1' })).toThrow('the Electron program is not here');
});

it('takes an Electron that is here', () => {
  expect(orFail('/opt/electron', { FATHOM_REQUIRE_ELECTRON: '1' })).toBe('/opt/electron');
});
