import { findAll, isTestFile, readTypeScript } from './sources.mjs';

/** @typedef {import('./sources.mjs').Files} Files */

/** A type that others can import, or a schema, which gives its name to one. */
const declaration =
  /^export (?:declare )?(?:(?:interface|type|(?:abstract )?class) (?=\w+[\s<={])|const (?=[A-Z]\w*(?::[^=\n]+)? = z\.))(\w+)/gm;

/**
 * Every name once, and the places of its declarations, one a file.
 * @param {readonly import('./sources.mjs').Source[]} sources
 */
function placesByName(sources) {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  for (const source of sources) {
    /** @type {Map<string, string>} */
    const own = new Map();
    // a schema and its type share name and file
    for (const { found, where } of findAll(source, declaration)) if (!own.has(found)) own.set(found, where);
    for (const [name, where] of own) places.set(name, [...(places.get(name) ?? []), where]);
  }
  return places;
}

/** @param {import('./sources.mjs').Source} source */
const isPractice = ({ path }) => path.startsWith('practice/');

/**
 * One term for one thing: the name of an exported type is unique within practice/, and in all the rest. The two halves
 * do not import each other, so each may use a name of the other.
 * @param {Files} files
 * @returns {import('./sources.mjs').Findings}
 */
export function findNames(files) {
  const sources = readTypeScript(files).filter(({ path }) => !isTestFile(path));
  const halves = [
    placesByName(sources.filter(isPractice)),
    placesByName(sources.filter(source => !isPractice(source))),
  ];
  const faults = halves.flatMap(places =>
    [...places]
      .filter(([, wheres]) => wheres.length > 1)
      .map(
        ([name, wheres]) =>
          `${wheres.join(' and ')}: both export a type ${name}; docs/GLOSSARY.md has one word for one thing`,
      ),
  );
  return { faults, seen: halves.reduce((total, places) => total + places.size, 0) };
}
