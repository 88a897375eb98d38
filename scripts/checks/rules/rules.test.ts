import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leastNode } from '../../setup/node-24.mjs';
import { findFolders } from './folders.mjs';
import { findImports } from './imports.mjs';
import { findNames } from './names.mjs';
import { findSystemCalls } from './system-calls.mjs';
import { findWording } from './wording.mjs';
import { findWorkflows, workflowFaults } from './workflows.mjs';

/** Each check is shown a tree without a fault, and then the same with one planted. */
const tree = (files: Readonly<Record<string, string>>) => new Map<string, string | null>(Object.entries(files));

describe('names', () => {
  const clean = {
    'shared/order.ts': 'export const Order = z.object({});\nexport type Order = z.infer<typeof Order>;\n',
    'practice/order.ts': 'export interface Order {}\n',
    'electron/own.ts': 'interface Order {}\nexport const create = 1;\nexport const Panel = memo(1);\n',
    'renderer/panel.tsx': 'export const Panel = memo(2);\n',
    'renderer/order.test.ts': 'export interface Order {}\n',
  };

  it('accepts one use of a name in practice/ and one elsewhere', () => {
    expect(findNames(tree(clean))).toEqual({ faults: [], seen: 2 });
  });

  it.each([
    ['an interface', 'export interface Order {}'],
    ['a type', 'export type Order<T> = T;'],
    ['a class', 'export class Order extends Error {}'],
    ['an abstract class', 'export abstract class Order {}'],
    ['a schema', 'export const Order = z.string();'],
    ['a typed schema', 'export const Order: z.ZodMiniType<string> = z.string();'],
  ])('finds %s of a used name', (_what, text) => {
    expect(findNames(tree({ ...clean, 'bench/order.ts': `\n${text}\n` })).faults).toEqual([
      'shared/order.ts:1 and bench/order.ts:2: both export a type Order; docs/GLOSSARY.md has one word for one thing',
    ]);
  });

  it('finds a name twice within practice/', () => {
    const { faults } = findNames(tree({ ...clean, 'practice/spot/order.ts': 'export type Order = string;' }));
    expect(faults).toEqual([expect.stringContaining('practice/order.ts:1 and practice/spot/order.ts:1')]);
  });
});

describe('imports', () => {
  const near = Array.from({ length: 98 }, (_, index) => `import '../a${index}.ts';`).join('\n');
  const climbing = "import {\n  a,\n} from '../../b.ts';\nimport type { b } from '../../c.ts';\n";

  it('accepts two in a hundred that climb', () => {
    const { faults, seen } = findImports(tree({ 'shared/a.ts': `${near}\n${climbing}` }));
    expect([faults, seen]).toEqual([[], 100]);
  });

  it.each(["export * from '../../../d.ts';", "const d = await import('../../d.ts');", "import '../../d.ts';"])(
    'finds one more: %s',
    line => {
      const { faults } = findImports(tree({ 'shared/a.ts': `${near}\n${climbing}`, 'bench/d.ts': `\n${line}\n` }));
      expect(faults).toHaveLength(3);
      expect(faults.at(-1)).toMatch(/^bench\/d\.ts:2: (?:\.\.\/){2,3}d\.ts climbs/);
    },
  );

  it('ignores text that is not an import', () => {
    expect(findImports(tree({ 'shared/a.ts': "export const a = '../../b.ts';\n" })).seen).toBe(0);
  });
});

const filesOf = (count: number, ending = '.ts') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`shared/a${index}${ending}`, '']));

describe('folders', () => {
  it('accepts twelve sources with as many tests in a folder, and a test of 400 lines', () => {
    const files = {
      ...filesOf(12),
      ...filesOf(20, '.test.ts'),
      'shared/b.css': '',
      'shared/x.test.ts': 'x\n'.repeat(400),
    };
    expect(findFolders(tree(files)).faults).toEqual([]);
  });

  it('finds the thirteenth file', () => {
    expect(findFolders(tree(filesOf(13))).faults).toEqual([
      'shared/: 13 source files, and 12 are the most: group them',
    ]);
  });

  it('finds line 401', () => {
    const { faults } = findFolders(tree({ 'e2e/x.spec.ts': 'x\n'.repeat(401) }));
    expect(faults).toEqual(['e2e/x.spec.ts: 401 lines, and 400 are the most of a test: split it by subject']);
  });

  it('finds a fake outside testing/', () => {
    const names = [
      'fake-clock.ts',
      'clock-fake.ts',
      'clock-fixture.ts',
      'fixture.ts',
      'testing/fake-clock.ts',
      'fakery.ts',
    ];
    const { faults } = findFolders(tree(Object.fromEntries(names.map(name => [`shared/${name}`, '']))));
    expect(faults.map(fault => fault.split(':')[0])).toEqual(names.slice(0, 4).map(name => `shared/${name}`));
  });
});

const faultsOf = (text: string, path = 'shared/a.test.ts') => findWording(tree({ [path]: text })).faults;

describe('system calls', () => {
  it.each([
    "if (process.platform === 'win32') return;",
    "process['platform'];",
    'os.platform();',
    "import { platform } from 'node:os';",
    'const isRoot = process.getuid?.() === 0;',
    'child.kill();',
    "keyring.child?.kill('SIGTERM');",
    'fork.kill(9);',
    'process.kill(pid, 0);',
    'renameSync(from, to);',
    'fs.renameSync(from, to);',
    "import { rmSync } from 'node:fs';",
    "import { rm as removeAll } from 'node:fs/promises';",
    'await promises.unlink(file);',
    "spawnSync('ps', []);",
    "spawnSync('/bin/sh', ['-c', line]);",
    'execSync(`bash -c ${line}`);',
    "spawn('npx', ['tsc']);",
    'spawn(file, words, { shell: true });',
    "readFileSync('/proc/self/stat');",
    "readdirSync('/proc');",
  ])('finds %j in the main process, outside electron/os, comments and tests', line => {
    const places = ['store/a.ts', 'os/a.ts', 'store/a.test.ts', 'store/testing/a.ts'];
    const files = Object.fromEntries(places.map(place => [`electron/${place}`, `// ${line}\n${line}\n`]));
    const { faults, seen } = findSystemCalls(tree({ ...files, 'bench/a.ts': line }));
    expect(faults).toEqual([expect.stringMatching(/^electron\/store\/a\.ts:2: /)]);
    expect(seen).toBe(1);
  });

  it.each(['practice', 'shared'])('finds a system call in %s, which has no module for the system', room => {
    expect(findSystemCalls(tree({ [`${room}/a.ts`]: 'unlinkSync(file);' })).faults).toEqual([
      `${room}/a.ts:1: unlinkSync differs by system: only the main process calls the system`,
    ]);
  });

  it('finds the same calls in scripts, outside scripts/os, the rules and tests', () => {
    const line = "if (process.platform === 'win32') renameSync(from, to);";
    const places = ['run/a.mjs', 'os/a.mjs', 'run/a.test.ts', 'checks/rules/a.mjs'];
    const { faults, seen } = findSystemCalls(tree(Object.fromEntries(places.map(place => [`scripts/${place}`, line]))));
    expect(faults).toEqual([
      'scripts/run/a.mjs:1: process.platform differs by system: call scripts/os/',
      'scripts/run/a.mjs:1: renameSync differs by system: call scripts/os/',
    ]);
    expect(seen).toBe(1);
  });

  it('finds a removal of a folder in tests that does not try again', () => {
    const line = 'rmSync(join(folder), {\n  recursive: true,\n});';
    const places = ['electron/a.test.ts', 'electron/store/testing/a.ts', 'e2e/main-test.ts', 'bench/a.ts'];
    const files = Object.fromEntries(places.map(place => [place, `\nrmSync(file);\n${line}`]));
    const { faults } = findSystemCalls(tree({ ...files, 'electron/os/testing/remove-folder.ts': line }));
    expect(faults.map(fault => fault.split(': ')[0])).toEqual(places.slice(0, 3).map(place => `${place}:3`));
  });

  it.each([
    "process.env['X'] = 'x';",
    'process.env.X = x;',
    'process.env = { ...kept };',
    'Object.assign(process.env, x);',
  ])('finds a change of the environment in tests that share a process: %s', line => {
    const files = Object.fromEntries(['electron/a.test.ts', 'e2e/a.spec.ts'].map(place => [place, line]));
    const { faults } = findSystemCalls(tree({ ...files, 'contract/a.test.ts': "vi.stubEnv('X', 'x');" }));
    expect(faults.map(fault => fault.split(': ')[0])).toEqual(['electron/a.test.ts:1']);
  });

  it.each([
    "const tsc = join(root, 'node_modules', '.bin', 'tsc');",
    'spawn(`${root}/node_modules/.bin/tsc`);',
    "spawn('node_modules\\\\.bin\\\\tsc.cmd');",
  ])('finds a tool run by the shell script of npm, everywhere: %s', line => {
    const { faults } = findSystemCalls(
      tree({ 'e2e/a.spec.ts': line, 'scripts/a.mjs': line, 'scripts/steps.mjs': line }),
    );
    expect(faults.map(fault => fault.split(':')[0])).toEqual(['e2e/a.spec.ts', 'scripts/a.mjs']);
  });

  it('accepts calls of electron/os', () => {
    const text = 'operatingSystem.removeFile(file);\nlist.confirm(id);\npractice.kill();\n';
    expect(findSystemCalls(tree({ 'electron/store/a.ts': text })).faults).toEqual([]);
  });
});

describe('wording', () => {
  it('accepts the standard form', () => {
    const text = [
      'export function outer(): void {',
      '  const inner = () => 1;',
      '  const other = function named() {};',
      "  it('says it', () => {});",
      '}',
      'export interface OuterOptions {}',
      'export type CallInput = string;',
      'interface InputField {}',
      '  /x/.test(inner);',
    ].join('\n');
    expect(faultsOf(text)).toEqual([]);
  });

  it.each([
    '  function inner() {',
    '\tasync function inner() {',
    '    function* inner() {',
    '  async function* inner() {',
  ])('finds a local function: %s', line =>
    expect(faultsOf(`{\n${line}\n`)).toEqual([expect.stringMatching(/^shared\/a\.test\.ts:2: .*const inner =/)]),
  );

  it.each(["test('x', () => {});", "  test.each([1])('x', () => {});", "test.skipIf(a)('x', () => {});"])(
    'finds a test without it: %s',
    line => expect(faultsOf(`\n${line}\n`)).toEqual(["shared/a.test.ts:2: a test says it('…')"]),
  );

  it('accepts another form in window tests', () => {
    expect(faultsOf("test('x', () => {});", 'e2e/a.spec.ts')).toEqual([]);
  });

  it.each([
    'export interface FeedNeeds {',
    'interface FeedParts<T> {',
    'type FeedInput = {',
    'export type FeedDependencies =',
  ])('finds another word for options: %s', line =>
    expect(faultsOf(`\n\n${line}`)).toEqual([expect.stringMatching(/^shared\/a\.test\.ts:3: Feed\w+: .*…Options$/)]),
  );
});

describe('workflows', () => {
  const path = '.github/workflows/ci.yml';
  const stepList = 'docs/systems.md';
  const ours = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

  it('finds nothing in our own workflows', () => {
    expect(findWorkflows(tree({ [path]: ours }))).toEqual({ faults: [], seen: 1 });
  });

  it.each([
    ['a tag instead of a commit', /@[0-9a-f]{40} # v5\.0\.0/, '@v5', 'pin it by its commit'],
    ['a commit without its version', / # v5\.0\.0/, '', 'pin it by its commit'],
    ['rights for all', 'permissions: {}', 'permissions: write-all', 'rights are given to a job'],
    ['a job without its rights', /\n {4}permissions:\n.*/, '', 'does not say its permissions'],
    ['kept credentials', 'persist-credentials: false', 'persist-credentials: true', 'keeps its credentials'],
    ['no word about credentials', /\n {8}with:\n {10}persist-credentials: false/, '', 'keeps its credentials'],
    ['a step without a name', '- name: Check the sources out\n        uses', '- uses', 'begins without a name'],
    ['a job without an end', /\n {4}timeout-minutes: 90/, '', 'timeout-minutes'],
    ['an expression in a script', 'run: npm test', 'run: npm test ${{ github.head_ref }}', 'hand it over by env'],
    [
      'one further down in it',
      '          sudo apt-get update -q',
      '          echo ${{ github.actor }}',
      'hand it over',
    ],
    ['runs that pile up', 'cancel-in-progress: true', 'cancel-in-progress: false', 'does not cancel'],
    ['a secret', "CSC_IDENTITY_AUTO_DISCOVERY: 'false'", 'CSC_LINK: ${{ secrets.CSC_LINK }}', 'no job of ours needs'],
  ])('finds %s', (_what, from, to, fault) => {
    const planted = ours.replace(from, to);
    expect(planted).not.toBe(ours);
    expect(workflowFaults(path, planted)).toEqual([expect.stringContaining(fault)]);
  });

  it('tests with the least version of Node', () => {
    expect(ours).toContain(`node-version: '${leastNode}'`);
  });

  it('finds each step in the list of steps of docs/systems.md, and no other', () => {
    const names = [...ours.matchAll(/^ +- name: (.+)$/gm)].map(([, name]) => name);
    const document = readFileSync(new URL(`../../../${stepList}`, import.meta.url), 'utf8');
    const [, list = ''] = /^\| Step \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(document) ?? [];
    const rows = [...list.matchAll(/^\| ([^|]+) \|/gm)].map(([, name]) => name);
    expect(rows).toEqual([...new Set(names)]);
  });

  it('reports a file that it cannot read', () => {
    expect(workflowFaults(path, '{}')).toContainEqual(expect.stringContaining('no job that can be read'));
  });
});
