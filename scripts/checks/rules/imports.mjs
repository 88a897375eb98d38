import { findAll, readSources } from './sources.mjs';

/** of all imports */
const mostClimbing = 0.02;
const specifier =
  /^(?:import |(?:import|export)\b[^'"\n]*\bfrom |\} from )['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm;

/**
 * Imports that climb two folders or more say nothing of where they lead: across folders there are the short names of
 * package.json.
 * @param {import('./sources.mjs').Files} files
 * @returns {import('./sources.mjs').Findings}
 */
export function findImports(files) {
  const imports = readSources(files).flatMap(source =>
    findAll(source, specifier).map(({ found, where }) => ({ where, path: /['"]([^'"]+)/.exec(found)?.[1] ?? found })),
  );
  const climbing = imports.filter(({ path }) => path.startsWith('../../'));
  const isTooMany = climbing.length > imports.length * mostClimbing;
  return {
    faults: isTooMany
      ? climbing.map(
          ({ path, where }) =>
            `${where}: ${path} climbs; write the short name that package.json "imports" has for its folder`,
        )
      : [],
    seen: imports.length,
  };
}
