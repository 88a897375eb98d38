import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** @param {string} name with the separators of this system */
export const withSlashes = name => name.split(sep).join('/');

/**
 * All files below a folder, with slashes, sorted.
 * @param {string} folder
 */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory())
    .map(entry => withSlashes(relative(folder, join(entry.parentPath, entry.name))))
    .toSorted();
}
