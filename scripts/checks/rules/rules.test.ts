import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findFolders } from './folders.mjs';
import { findImports } from './imports.mjs';
import { findNames } from './names.mjs';
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

  it('lets practice/ and the rest each have a name', () => {
    expect(findNames(tree(clean))).toEqual({ faults: [], seen: 2 });
  });

  it.each([
    ['an interface', 'export interface Order {}'],
    ['a type', 'export type Order<T> = T;'],
    ['a class', 'export class Order extends Error {}'],
    ['an abstract class', 'export abstract class Order {}'],
    ['a schema', 'export const Order = z.string();'],
    ['a typed schema', 'export const Order: z.ZodMiniType<string> = z.string();'],
  ])('finds %s of a name that is taken', (_what, text) => {
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

  it('lets two in a hundred climb', () => {
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

  it('counts no text that is none', () => {
    expect(findImports(tree({ 'shared/a.ts': "export const a = '../../b.ts';\n" })).seen).toBe(0);
  });
});

const filesOf = (count: number, ending = '.ts') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`shared/a${index}${ending}`, '']));

describe('folders', () => {
  it('lets twelve sources lie together, with as many tests, and 400 lines be a test', () => {
    const files = {
      ...filesOf(12),
      ...filesOf(20, '.test.ts'),
      'shared/b.css': '',
      'shared/x.test.ts': 'x\n'.repeat(400),
    };
    expect(findFolders(tree(files)).faults).toEqual([]);
  });

  it('finds the thirteenth', () => {
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

describe('wording', () => {
  it('lets the one way pass', () => {
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
    'finds a test that does not say it: %s',
    line => expect(faultsOf(`\n${line}\n`)).toEqual(["shared/a.test.ts:2: a test says it('…')"]),
  );

  it('leaves the tests in the window their own word', () => {
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
  const ours = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

  it('finds nothing to say about ours', () => {
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
    ['a job without an end', /\n {4}timeout-minutes: 45/, '', 'timeout-minutes'],
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

  it('is not blind to a file that it cannot read', () => {
    expect(workflowFaults(path, '{}')).toContainEqual(expect.stringContaining('no job that can be read'));
  });
});
