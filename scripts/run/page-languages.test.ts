import { expect, it } from 'vitest';
import { inLanguage } from './page-languages.mjs';

const html = '<html lang="en"><head><script type="module" crossorigin src="./assets/index.js"></script></head></html>';

it('language page has its catalogue before the first file', () => {
  const german = inLanguage(html, 'de');
  expect(german).toContain('<html lang="de"');
  expect(german.indexOf('./words/de.js')).toBeLessThan(german.indexOf('./assets/index.js'));
  expect(german.indexOf('./words/de.js')).toBeGreaterThan(0);
});

it('language page of another form is reported, and not shipped without its texts', () => {
  expect(() => inLanguage('<html></html>', 'de')).toThrow('renderer/index.html is not as expected');
});
