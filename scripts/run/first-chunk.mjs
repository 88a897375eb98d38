/** What the browser must read before the page can draw anything: the entry and everything that it imports at once. */
const mostBytes = 350 * 1024;
/** Nothing of them is needed for the first book; they come when it is on the screen. */
const laterPackages = ['recharts', 'lightweight-charts', 'react-aria', 'react-aria-components'];

/** @typedef {import('vite').Rolldown.OutputChunk} OutputChunk */
/** @typedef {Pick<OutputChunk, 'type' | 'fileName' | 'isEntry' | 'imports' | 'code' | 'moduleIds'>} Chunk */
/** @typedef {{ readonly type: 'asset' }} Asset */

/**
 * `output` as Vite's build answers it.
 * @param {readonly (Chunk | Asset)[]} output
 */
export function firstChunk(output) {
  const byName = new Map(output.flatMap(file => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const first = new Set([...byName.values()].filter(({ isEntry }) => isEntry));
  // iteration of a set includes the elements that are added during it
  for (const chunk of first)
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported !== undefined) first.add(imported);
    }
  const chunks = [...first];
  return {
    bytes: chunks.reduce((total, { code }) => total + Buffer.byteLength(code), 0),
    moduleIds: chunks.flatMap(({ moduleIds }) => moduleIds),
  };
}

/** @param {number} bytes */
const inKilobytes = bytes => `${(bytes / 1024).toFixed(1)} KB`;

/**
 * Why this page may not be shipped, as a sentence, or null.
 * @param {readonly (Chunk | Asset)[]} output
 */
export function whyTooHeavy(output) {
  const { bytes, moduleIds } = firstChunk(output);
  const early = laterPackages.find(name => moduleIds.some(id => id.includes(`/node_modules/${name}/`)));
  if (early !== undefined) return `The page would load ${early} before its first book: import it lazily.`;
  if (bytes <= mostBytes) return null;
  return `The first chunk of the page is ${inKilobytes(bytes)} minified and may be ${inKilobytes(mostBytes)}: load something later.`;
}
