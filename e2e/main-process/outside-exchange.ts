/**
 * Replaces the practice exchange in a Fathom whose exchange must outlive it: prints the ready line of an exchange that
 * runs elsewhere, and ends when Fathom does. `outside-exchange.ts … FILE`, the file holds the ready line.
 */
import { readFileSync } from 'node:fs';

const file = process.argv.at(-1) ?? '';
process.stdout.write(`${readFileSync(file, 'utf8').trim()}\n`);
// the pipe from Fathom closes when Fathom ends, also by a kill
process.stdin.resume().on('close', () => process.exit(0));
