import { expect, it } from 'vitest';
import { buildPublicTrade } from '#shared/testing/build-trade.ts';
import { createVolumeProfile } from './volume-profile.ts';

const trade = (sequence: string, price: `${number}`, takerSide: 'buy' | 'sell' = 'buy') =>
  buildPublicTrade({ sequence, price, takerSide, size: '2' });

it('volume profile counts each trade once at its price, on both sides together', () => {
  const volume = createVolumeProfile();
  volume.take([trade('1', '100'), trade('2', '100.0', 'sell'), trade('1', '100')]);
  expect(volume.at('100', '0.1')).toBe('4');
  expect(volume.at('101', '0.1')).toBe('0');
  expect([volume.takenAt('100.00', 'buy'), volume.takenAt('100', 'sell'), volume.takenAt('9', 'buy')]).toEqual([
    '2',
    '2',
    '0',
  ]);
});

it('volume profile puts buys into the row above and sells into the one below, also after another step', () => {
  const volume = createVolumeProfile();
  volume.take([trade('1', '100.4'), trade('2', '100.4', 'sell')]);
  expect([volume.at('100', '1'), volume.at('101', '1')]).toEqual(['2', '2']);
  volume.take([trade('3', '100.7')]);
  expect([volume.at('101', '1'), volume.at('105', '5'), volume.at('100', '5')]).toEqual(['4', '4', '2']);
});

it('volume profile ignores an empty trade and an old repeat', () => {
  const volume = createVolumeProfile();
  volume.take([buildPublicTrade({ size: '0' })]);
  expect(volume.at('100', '1')).toBe('0');
  volume.take(Array.from({ length: 5002 }, (_, index) => trade(`${index}`, '50')));
  volume.take([trade('5001', '50')]);
  expect(volume.at('50', '1')).toBe('10004');
});
