import { findWords } from './find-words.mjs';

const imports = {
  t: `import { t } from '#shared/words/t.ts';`,
  rich: `import { rich } from '#lib/rich.ts';`,
};

/**
 * The source with an import for each tag that it uses and does not import yet, behind its other imports.
 * @param {string} source
 */
function importTags(source) {
  const missing = Object.entries(imports).flatMap(([tag, line]) => {
    const isUsed = new RegExp(`(?<![\\w.$'\`])${tag}\``).test(source);
    return isUsed && !new RegExp(`import \\{[^}]*\\b${tag}\\b[^}]*\\}`).test(source) ? [line] : [];
  });
  if (missing.length === 0) return source;
  const last = [...source.matchAll(/^(?:import [^;]*?;|\} from [^;]*;)$/gms)].at(-1);
  const at = last === undefined ? 0 : last.index + last[0].length + 1;
  return `${source.slice(0, at)}${missing.join('\n')}\n${source.slice(at)}`;
}

/**
 * The source with the words that stand outside the catalogue behind tags.
 * @param {string} path
 * @param {string} source
 */
export function tagWords(path, source) {
  const edits = findWords(path, source).loose.flatMap(words => words.edits);
  if (edits.length === 0) return source;
  // from the end of the file, so that earlier positions stay valid; at one position an end is before a start
  const ordered = [...edits.entries()].toSorted(([a, one], [b, other]) => other.at - one.at || b - a);
  let tagged = source;
  for (const [, { at, end, text }] of ordered) tagged = tagged.slice(0, at) + text + tagged.slice(end);
  return importTags(tagged);
}
