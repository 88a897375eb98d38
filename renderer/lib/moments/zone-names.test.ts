import { expect, it } from 'vitest';
import { zoneName, zoneNames } from './zone-names.ts';
import { zoneOffsetOf } from './zone-offset.ts';

it('a zone is listed once, by its present name, whichever the system lists', () => {
  expect(zoneNames(['Asia/Calcutta', 'Asia/Tokyo', 'Europe/Kiev', 'Asia/Kolkata'])).toEqual([
    'Asia/Kolkata',
    'Asia/Tokyo',
    'Europe/Kyiv',
  ]);
});

it('each listed zone has a clock', () => {
  expect(zoneNames().filter(zone => zoneOffsetOf(zone) === null)).toEqual([]);
  expect(zoneNames()).toContain('Asia/Kolkata');
});

it('a zone chosen by its old name is the same', () => {
  expect(zoneName('Asia/Saigon')).toBe('Asia/Ho_Chi_Minh');
  expect(zoneName('local')).toBe('local');
});
