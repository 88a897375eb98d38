/**
 * The test files of one project share a process: what one file leaves in a global object or in the environment, the
 * files after it have, in an order that changes. Fails the file that leaves it.
 */
import { afterAll, expect, vi } from 'vitest';

type Values = ReadonlyMap<string, unknown>;

/** Objects that all files share, by the name that a failure prints. */
const sharedObjects = { globalThis, process, stdout: process.stdout, stderr: process.stderr, console, Date, Math };

/** graceful-fs, which Playwright loads when it starts a browser, wraps these for the life of the process. */
const wrappedByLibraries: ReadonlySet<string> = new Set(['process.chdir', 'process.cwd']);

/** Their own functions, read without running a getter: some getters of Node load a module. */
function functionsOf(objects: Readonly<Record<string, object>>): Values {
  const functions = new Map<string, unknown>();
  for (const [name, object] of Object.entries(objects))
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(object)))
      if (typeof value === 'function' && !wrappedByLibraries.has(`${name}.${key}`))
        functions.set(`${name}.${key}`, value);
  return functions;
}

/** The names of what was there before and is different now, and of spies that were not there. */
function changedNames(before: Values, after: Values): readonly string[] {
  const changed = [...after].filter(([name, value]) => before.get(name) !== value);
  return changed.filter(([name, value]) => before.has(name) || vi.isMockFunction(value)).map(([name]) => name);
}

const functions = functionsOf(sharedObjects);
const environment = process.env;
const variables = { ...environment };

/** The names only: the values of a developer's environment may be secrets. */
function changedVariables(): readonly string[] {
  const names = new Set([...Object.keys(variables), ...Object.keys(process.env)]);
  return [...names].filter(name => variables[name] !== process.env[name]);
}

// hooks of a file run in reverse order, so this one is the last
afterAll(() => {
  const isFake = vi.isFakeTimers();
  vi.useRealTimers();
  expect(isFake, 'fake timers are left: call vi.useRealTimers in afterEach').toBe(false);
  expect(changedNames(functions, functionsOf(sharedObjects)), 'functions are left replaced: restore them').toEqual([]);
  expect(changedVariables(), 'environment variables are left: call vi.unstubAllEnvs in afterEach').toEqual([]);
  expect(process.env === environment, 'process.env is left replaced: use vi.stubEnv').toBe(true);
});
