import { expect, it } from 'vitest';
import { admitDecimalText, readDecimalText, stepDecimalText } from './decimal-text.ts';

it('lets through only what can become a decimal', () => {
  expect(admitDecimalText('12,5')).toBe('12.5');
  expect(admitDecimalText(' 1 000 ')).toBe('1000');
  expect(admitDecimalText('97,123.4')).toBe('97123.4');
  expect(admitDecimalText('1,000,000')).toBe('1000000');
  expect(admitDecimalText('1,000')).toBeNull();
  expect(admitDecimalText('1.5K')).toBe('1.5k');
  expect(admitDecimalText('')).toBe('');
  expect(admitDecimalText('-1')).toBeNull();
  expect(admitDecimalText('1e5')).toBeNull();
  expect(admitDecimalText('1.2.3')).toBeNull();
});

it('reads what was typed exactly', () => {
  expect(readDecimalText('.5')).toBe('0.5');
  expect(readDecimalText('2.')).toBe('2');
  expect(readDecimalText('1.25k')).toBe('1250');
  expect(readDecimalText('0.1m')).toBe('100000');
  expect(readDecimalText('0.000000000000000001')).toBe('0.000000000000000001');
  expect(readDecimalText('')).toBeNull();
  expect(readDecimalText('.')).toBeNull();
  expect(readDecimalText('k')).toBeNull();
  expect(readDecimalText('1x')).toBeNull();
});

it('steps by whole increments and stops at zero', () => {
  expect(stepDecimalText('1.5', '0.1', 10)).toBe('2.5');
  expect(stepDecimalText('', '0.1', 1)).toBe('0.1');
  expect(stepDecimalText('0.05', '0.1', -1)).toBe('0');
  expect(stepDecimalText('2', '1e5', 1)).toBe('2');
});
