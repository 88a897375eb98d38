import { readFileSync } from 'node:fs';

/** Electron's fuses, read from the program itself: the builder's own reader does not know the ninth. */

const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** On the wire, in this order. */
export const fuseNames = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
  'wasmTrapHandlers',
];

/** As Fathom is shipped: the keys' process runs our archive and nothing else. */
const wantedOn = new Set([
  'enableCookieEncryption',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'wasmTrapHandlers',
]);

/** As Electron comes from its makers. */
const asMade = '101100011';

/** The fuses of a stand-in for Electron. */
export const untouchedWire = Buffer.concat([
  Buffer.from(sentinel),
  Buffer.from([1, fuseNames.length]),
  Buffer.from(asMade),
]);

/**
 * The fuses of a program that are not as they are wanted, one line each.
 * @param {string} file
 */
export function wrongFuses(file) {
  const program = readFileSync(file);
  const found = program.indexOf(sentinel);
  if (found < 0) return [`${file} has no fuses`];
  const at = found + sentinel.length;
  const length = program[at + 1];
  if (program[at] !== 1 || length !== fuseNames.length) return [`${file} has fuses of another shape (${length})`];
  const values = program.subarray(at + 2, at + 2 + fuseNames.length).toString('latin1');
  return fuseNames
    .filter((name, index) => values[index] !== (wantedOn.has(name) ? '1' : '0'))
    .map(name => `fuse ${name} should be ${wantedOn.has(name) ? 'on' : 'off'}`);
}
