import { findAll, isTestFile, readSources } from './sources.mjs';

/** Functions of `node:fs` that Windows refuses while another program has the file open, or does not have. */
const fileCall = '(?:rename|rm|unlink|rmdir|chmod|chown)';

/** Calls that behave differently by operating system: `electron/os/` and `scripts/os/` have one function for each. */
const systemCall = new RegExp(
  [
    String.raw`import \{[^}]*\b(?:platform|${fileCall})\b[^}]*\} from 'node:(?:os|fs|fs\/promises)'`,
    String.raw`\b${fileCall}Sync\b`,
    String.raw`\b(?:fs|fsPromises|promises)\.${fileCall}\(`,
    String.raw`\bprocess(?:\??\.|\[['"])(?:platform|getuid|geteuid|getgid)\b`,
    String.raw`\bprocess\.kill\([^)]`,
    String.raw`\bos\.platform\(`,
    String.raw`\b(?:child|daemon|worker|subprocess)\??\.kill\(`,
    String.raw`\.kill\(['"\d]`,
    // a program by its name or path, or first in a line for a shell
    String.raw`['"\`](?:\/(?:usr\/)?bin\/)?(?:ps|sh|bash|npx|taskkill|icacls|powershell)(?:\.exe)?['"\` ]`,
    String.raw`['"\`]\/proc\b`,
    String.raw`\bshell: true\b`,
  ].join('|'),
  'gm',
);
/** npm's folder of tools holds shell scripts, which Windows cannot run: `toolCommand` runs the module of a tool. */
const npmShim = /['"`]\.bin['"`]|\bnode_modules[\\/]+\.bin\b/gm;
const commentLine = /^ *(?:\*|\/[/*]).*$/gm;
/** hands the folder on in PATH, and runs nothing of it */
const mayNameShims = 'scripts/steps.mjs';
/** fails with `ENOTEMPTY` when a late write adds a file meanwhile */
const folderRemoval = /\brm(?:Sync)?\([^;]*?\brecursive: true/gm;
/** Tests of one process share its environment; a replaced `process.env` no longer reaches the processes that they start. */
const environmentChange = /^ *(?:else )?process\.env(?:\.\w+|\[[^\]]+\])? = |^ *Object\.assign\(process\.env\b/gm;

/**
 * What runs at the user's beside the page. `practice/` and `shared/` have no module for the system and need none.
 * @param {string} path
 */
const isProgram = path =>
  /^(?:electron|practice|shared)\//.test(path) &&
  !path.startsWith('electron/os/') &&
  !path.includes('/testing/') &&
  path.endsWith('.ts') &&
  !isTestFile(path);

/** @param {string} path */
const isScript = path =>
  path.startsWith('scripts/') &&
  !path.startsWith('scripts/os/') &&
  !path.startsWith('scripts/checks/rules/') &&
  path.endsWith('.mjs');

/** @param {string} path */
const isOfTests = path =>
  !path.startsWith('scripts/checks/rules/') &&
  path !== 'electron/os/testing/remove-folder.ts' &&
  (path.startsWith('e2e/') || path.includes('/testing/') || isTestFile(path));

/** @param {string} path */
function adviceFor(path) {
  if (isScript(path)) return 'call scripts/os/';
  return path.startsWith('electron/') ? 'call electron/os/' : 'only the main process calls the system';
}

/**
 * In the main process the system is reached through `electron/os/`, so that a fake can stand for Windows and macOS, and in
 * scripts through `scripts/os/`; nowhere is a tool run by npm's shell script.
 * Tests remove folders with a call that tries again, and change environment variables with `vi.stubEnv`.
 * @param {import('./sources.mjs').Files} files
 * @returns {import('./sources.mjs').Findings}
 */
export function findSystemCalls(files) {
  const sources = readSources(files).map(({ path, text }) => ({ path, text: text.replaceAll(commentLine, '') }));
  const own = sources.filter(({ path }) => isProgram(path) || isScript(path));
  const calls = own.flatMap(source =>
    findAll(source, systemCall).map(
      ({ found, where }) => `${where}: ${found} differs by system: ${adviceFor(source.path)}`,
    ),
  );
  const shims = sources
    .filter(({ path }) => path !== mayNameShims && !path.startsWith('scripts/checks/rules/'))
    .flatMap(source => findAll(source, npmShim))
    .map(({ where }) => `${where}: Windows runs no file of .bin: call toolCommand of scripts/setup/tool-command.mjs`);
  const removals = sources
    .filter(({ path }) => isOfTests(path))
    .flatMap(source => findAll(source, folderRemoval))
    .map(({ where }) => `${where}: a late write makes this fail: call removeFolder of electron/os/testing/`);
  const environments = sources
    .filter(({ path }) => isOfTests(path) && !path.startsWith('e2e/'))
    .flatMap(source => findAll(source, environmentChange))
    .map(({ where }) => `${where}: the tests that follow keep this value: call vi.stubEnv and vi.unstubAllEnvs`);
  return { faults: [...calls, ...shims, ...removals, ...environments], seen: own.length };
}
