import { expect, it } from 'vitest';
import { distanceToTrigger, triggerText } from './stop-distance.ts';

it('a stop above and a stop below count in opposite directions', () => {
  expect(distanceToTrigger({ stop: 'entry', stopPrice: '110' }, '100')).toBe('0.1');
  expect(distanceToTrigger({ stop: 'up', stopPrice: '90' }, '100')).toBe('-0.1');
  expect(distanceToTrigger({ stop: 'loss', stopPrice: '90' }, '100')).toBe('0.1');
  expect(distanceToTrigger({ stop: 'down', stopPrice: '110' }, '100')).toBe('-0.1');
});

it('stop distance is missing without a price or a direction', () => {
  expect(distanceToTrigger({ stop: 'loss', stopPrice: '90' }, null)).toBeNull();
  expect(distanceToTrigger({ stop: 'loss', stopPrice: '90' }, '0')).toBeNull();
  expect(distanceToTrigger({ stop: 'unknown', stopPrice: '90' }, '100')).toBeNull();
});

it('stop distance names the trigger price type', () => {
  expect(triggerText({ stop: 'entry', stopPriceType: null })).toBe('last ≥');
  expect(triggerText({ stop: 'down', stopPriceType: 'MP' })).toBe('mark ≤');
  expect(triggerText({ stop: 'up', stopPriceType: 'IP' })).toBe('index ≥');
  expect(triggerText({ stop: 'unknown', stopPriceType: 'TP' })).toBe('last ?');
});
