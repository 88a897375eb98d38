import { expect, it } from 'vitest';
import { inLanguage } from './page-languages.mjs';

const html = '<html lang="en"><head><script type="module" crossorigin src="./assets/index.js"></script></head></html>';

it('the page of a language has its catalogue in front of the first file', () => {
  const german = inLanguage(html, 'de');
  expect(german).toContain('<html lang="de"');
  expect(german.indexOf('./words/de.js')).toBeLessThan(german.indexOf('./assets/index.js'));
  expect(german.indexOf('./words/de.js')).toBeGreaterThan(0);
});

it('a page that is not as expected is told, and not shipped without its words', () => {
  expect(() => inLanguage('<html></html>', 'de')).toThrow('renderer/index.html is not as expected');
});
