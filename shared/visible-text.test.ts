import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it('visible text removes characters that change how a text reads, and marks the place', () => {
  expect(visibleText('pay\u202Eevil')).toBe('pay\uFFFDevil');
  expect(visibleText('a\u200Bb\u0007c')).toBe('a\uFFFDb\uFFFDc');
  expect(visibleText('lone \uD800 half')).toBe('lone \uFFFD half');
  expect(visibleText('two\nlines\u2028three')).toBe('two\uFFFDlines\uFFFDthree');
  // fillers that are letters to a program and nothing to the eye, and tags that only programs read
  expect(visibleText('a\u3164b\u115fc\u2800d\u{e0041}e\ue000f')).toBe('a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf');
});

it('visible text keeps normal text', () => {
  for (const text of ['Grüße 東京 <b>', 'שלום', 'مرحبا', 'é', 'ทดสอบ', '❤\ufe0f']) expect(visibleText(text)).toBe(text);
});

it('visible text limits the combining marks of a letter, so that they cover no neighbours', () => {
  expect(visibleText(`Z${'\u0301'.repeat(50)}a`)).toBe(`Z${'\u0301'.repeat(4)}\uFFFDa`);
});
