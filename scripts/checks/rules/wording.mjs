import { findAll, readTypeScript } from './sources.mjs';

const localFunction = /^[ \t]+(?:async )?function\*? (\w+)/gm;
const vitestTest = /^[ \t]*test(?:\.(?:each|for|only|todo|fails|concurrent|skip|skipIf|runIf)\b[^\n]*)?\(/gm;
const typeName = /^(?:export )?(?:interface|type) (\w*(?:Needs|Parts|Dependencies|Input))\b/gm;
/** The field's words, not what a factory is given. */
const allowedNames = new Set(['CallInput']);

/**
 * One way to write what can be written in several: docs/GLOSSARY.md.
 * @param {import('./sources.mjs').Files} files
 * @returns {import('./sources.mjs').Findings}
 */
export function findWording(files) {
  const sources = readTypeScript(files);
  const unitTests = sources.filter(({ path }) => /\.test\.tsx?$/.test(path));
  return {
    faults: [
      ...sources
        .flatMap(source => findAll(source, localFunction))
        .map(({ found, where }) => `${where}: a local function is a constant: const ${found} = (…) => …`),
      ...unitTests.flatMap(source => findAll(source, vitestTest)).map(({ where }) => `${where}: a test says it('…')`),
      ...sources
        .flatMap(source => findAll(source, typeName))
        .filter(({ found }) => !allowedNames.has(found))
        .map(({ found, where }) => `${where}: ${found}: what a factory or a function is given is called …Options`),
    ],
    seen: sources.length,
  };
}
