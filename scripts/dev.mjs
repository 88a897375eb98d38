/** `npm run dev`: the page from Vite's dev server with hot reload, and Fathom started again when its engine changes. */
import { join } from 'node:path';
import { askToEnd } from './os/operating-system.mjs';
import { exitCodeOf, onEnd, startFathom } from './run/run-fathom.mjs';
import { setUp } from './setup/setup.mjs';
import { forgetBuild, root } from './setup/stamp.mjs';

/** @param {string} line */
const log = line => console.error(line);
const configFile = join(root, 'vite.config.ts');
/** Only here: Vite's own client needs inline scripts and a socket. The built page has the strict policy. */
const relaxedPolicy =
  "default-src 'self' 'unsafe-inline'; connect-src 'self' ws:; img-src 'self' data:; object-src 'none'";
const quietMs = 100;

await setUp({ log });
forgetBuild(); // what is watched here is no build that `npm start` may trust
const { build, createServer } = await import('vite');

const server = await createServer({
  configFile,
  logLevel: 'warn',
  server: { host: '127.0.0.1', headers: { 'content-security-policy': relaxedPolicy } },
});
await server.listen();
const devUrl = server.resolvedUrls?.local[0] ?? '';

/** @type {{ child: import('node:child_process').ChildProcess, ended: Promise<number> } | null} */
let fathom = null;
let isEnding = false;
/** @type {NodeJS.Timeout | undefined} */
let restart;

async function stopFathom() {
  const running = fathom;
  fathom = null;
  if (running === null) return;
  askToEnd(running.child, 'SIGTERM');
  await running.ended;
}

/** @param {number} code */
async function endAll(code) {
  if (isEnding) process.exit(code); // asked twice: at once
  isEnding = true;
  clearTimeout(restart);
  await stopFathom();
  await server.close();
  process.exit(code);
}

async function startAgain() {
  await stopFathom();
  if (isEnding) return;
  const child = startFathom({ words: process.argv.slice(2), log, devUrl });
  // heard from the first moment: a process that has ended says so only once
  const started = { child, ended: exitCodeOf(child) };
  fathom = started;
  const code = await started.ended;
  if (fathom === started) await endAll(code); // it ended by itself: the window was closed
}

onEnd(() => void endAll(0));

const modes = ['main', 'preload', 'children', 'trusted'];
const built = new Set();
for (const mode of modes) {
  const watcher = await build({ configFile, mode, logLevel: 'warn', build: { watch: {} } });
  if (!('on' in watcher)) throw new Error(`the build of ${mode} does not watch`);
  watcher.on('event', event => {
    if (event.code === 'ERROR') log(event.error.message);
    if (event.code !== 'END') return;
    built.add(mode);
    if (built.size < modes.length) return;
    clearTimeout(restart);
    restart = setTimeout(() => void startAgain(), quietMs);
  });
}
