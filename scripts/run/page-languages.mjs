import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The languages beside English; each has `renderer/words/LANGUAGE.ts` and `.json`. */
const languages = ['de'];

/**
 * The page of a language: the English one, with the catalogue in front of its first file. Module scripts run in the order
 * in which they stand, so that every word finds its catalogue.
 * @param {string} html
 * @param {string} language
 */
export function inLanguage(html, language) {
  const catalogue = `<script type="module" crossorigin src="./words/${language}.js"></script>\n    `;
  const spoken = html
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replace('<script type="module"', `${catalogue}<script type="module"`);
  if (!spoken.includes(`lang="${language}"`) || !spoken.includes(catalogue))
    throw new Error(`the page cannot be made in ${language}: renderer/index.html is not as expected`);
  return spoken;
}

/**
 * Writes a page for each language beside the English one.
 * @param {string} folder of the built page
 */
export function writePages(folder) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const language of languages) writeFileSync(join(folder, `index.${language}.html`), inLanguage(html, language));
}
