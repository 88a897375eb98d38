import { judgeCatalogue, messageIds, readCatalogues, readPageWords } from '../../words/catalogues.mjs';

/**
 * Every word of the page is in the catalogue, and every language has it: docs/adr/0010-languages.md.
 * @param {import('./sources.mjs').Files} files
 * @returns {import('./sources.mjs').Findings}
 */
export function findStrayWords(files) {
  const sources = readPageWords(files);
  const ids = messageIds(files);
  const stray = sources.flatMap(({ path, text, words }) =>
    words.loose.map(each => {
      const line = text.slice(0, each.at).split('\n').length;
      return `${path}:${line}: “${each.text}” is outside the catalogue: npm run words puts it behind a tag`;
    }),
  );
  const lacking = [...readCatalogues(files)].flatMap(([path, messages]) =>
    judgeCatalogue(ids, messages).map(fault => `${path}: ${fault}`),
  );
  return { faults: [...stray, ...lacking], seen: ids.size };
}
