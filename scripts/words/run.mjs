/**
 * `npm run words`: puts words of the page that stand outside the catalogue behind tags, and gives every catalogue a line
 * for each message: an empty one where its words are still to be written, none for an unused message. It also lowers the
 * counts of forbidden words that have fallen.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTrackedFiles } from '../checks/tracked-files.mjs';
import { baselinePath, countTerms, lowerBaseline, readBaseline } from '../checks/rules/terms.mjs';
import { root } from '../setup/stamp.mjs';
import { messageIds, readCatalogues, readPageWords } from './catalogues.mjs';
import { tagWords } from './tag-words.mjs';

for (const { path, text, words } of readPageWords(readTrackedFiles(root))) {
  if (words.loose.length === 0) continue;
  writeFileSync(join(root, path), tagWords(path, text));
  console.log(`${path}: ${words.loose.length} put behind tags`);
}

const files = readTrackedFiles(root);
const ids = [...messageIds(files)].toSorted();
for (const [path, messages] of readCatalogues(files)) {
  writeFileSync(
    join(root, path),
    `${JSON.stringify(Object.fromEntries(ids.map(id => [id, messages[id] ?? ''])), null, 2)}\n`,
  );
  const empty = ids.filter(id => (messages[id] ?? '') === '');
  console.log(`${path}: ${ids.length} messages, ${empty.length} without words`);
  for (const id of empty) console.log(`  ${id}`);
}

const lowered = readTrackedFiles(root);
const baseline = lowerBaseline(readBaseline(lowered), countTerms(lowered));
writeFileSync(join(root, baselinePath), `${JSON.stringify(baseline, null, 2)}\n`);
