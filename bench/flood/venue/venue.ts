/**
 * Replaces the practice exchange, started the same way: runs the real one beside itself and prints its ready line with
 * another spot address, where the public feed pushes as much as the bench requires.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseOwn } from '#bench/own-json.ts';
import { openFront } from './front.ts';

const cli = fileURLToPath(new URL('../../../dist/electron/practice-cli.js', import.meta.url));
const exchange = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', cli, ...process.argv.slice(2)], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
exchange.once('exit', code => process.exit(code ?? 1));
// the exchange ends with the pipe to it, and we end with the exchange
process.stdin.once('end', () => exchange.stdin.end());
process.stdin.resume();
process.once('SIGTERM', () => exchange.kill('SIGTERM'));

for await (const line of createInterface({ input: exchange.stdout })) {
  const ready = parseOwn<{ readonly spot: string }>(line);
  process.stdout.write(`${JSON.stringify({ ...ready, spot: await openFront(ready.spot) })}\n`);
}
