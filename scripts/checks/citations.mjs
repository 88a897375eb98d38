/**
 * Proves that what comments and documents cite is there: files, headings, fault cases, links and the names of tests. One
 * line a finding, and exit code 1. `node scripts/checks/citations.mjs [folder]`; without a folder: this repository.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countSeen, findFaults } from './findings.mjs';
import { readTrackedFiles } from './tracked-files.mjs';

const files = readTrackedFiles(resolve(process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))));
const { citations, tests } = countSeen(files);
if (citations === 0 || tests === 0) throw new Error('saw no citation or no name of a test: it is blind, not green');
const findings = findFaults(files);
for (const { file, line, text } of findings) console.log(`${file}:${line}: ${text}`);
console.log(`${citations} citations and ${tests} names of tests seen, ${findings.length} wrong`);
process.exitCode = findings.length === 0 ? 0 : 1;
