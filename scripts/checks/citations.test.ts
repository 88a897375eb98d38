import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { remove } from '../os/operating-system.mjs';
import { findFaults } from './findings.mjs';
import { readTrackedFiles } from './tracked-files.mjs';

/** The check reads this file too: names of documents that do not exist are put together, never written out. */
const md = (path: string) => `${path}.md`;
const faults = md('docs/faults');
const facts = md('docs/facts');
const nameless = ['Interface', 'document'].join(' ');

const caseTable = [
  '# What is owed',
  '## 4. Rules',
  '| 9 | a row of another table |',
  '## 5. Cases',
  '| # | What | Owed | Tests |',
  '|---|---|---|---|',
  '| 1 | lost | once | `a/lost.test.ts` › 1: is sent once<br>`a/lost.test.ts` › a block › is found |',
  '| 2 | hung | once | none yet |',
  '| 3 | torn | once | `a/lost.test.ts` › %s: is "whole" |',
  '## 6. Goals',
  '| 7 | a row of yet another table |',
].join('\n');
const lostTest = [
  "describe('a block', () => {",
  "  it('1: is sent once', () => {});",
  "  it('is found', () => {});",
  '  it.each(all)(\'%s: is "whole"\', () => {});',
].join('\n');

/** A repository without a fault, and what a test changes in it. */
function repository(changes: Readonly<Record<string, string | null>> = {}) {
  return new Map<string, string | null>(
    Object.entries({
      [faults]: caseTable,
      [facts]: '# Facts\n\n## 1. Hosts\n\n### 1.3 Clock\n\n### 1.4 Keys\n',
      [md('docs/plan')]: '# Plan without numbers\n',
      'docs/screenshots/desk.png': null,
      'a/lost.test.ts': lostTest,
      ...changes,
    }),
  );
}

const found = (text: string, file = 'a/code.ts') =>
  findFaults(repository({ [file]: text })).map(finding => `${finding.file}:${finding.line}: ${finding.text}`);

it('citations check finds nothing in a correct repository', () => {
  expect(findFaults(repository())).toEqual([]);
});

describe('a citation', () => {
  it.each([
    `/** The window. ${facts} §1.3. */`,
    `/** ${facts} §1, §1.3 and §1.4; ${faults} §4. */`,
    `/** ${facts} §1.3-1.4, and 7 other things. */`,
    `/** As in ${md('docs/plan')}. */`,
    `/** (${faults} §5, cases 1 and 3) */`,
    `/** Cases 1 to 3 of ${faults}. */`,
    `/** ${faults} §5, case 2: 5 of 7 cases 9. */`,
    `const page = 'https://example.com/${md('docs/elsewhere')}';`,
    `const files = ['**/*.md', '!.md'];`,
  ])('a citation with a valid target passes: %s', text => {
    expect(found(text)).toEqual([]);
  });

  it('a citation of a missing document is found, with its line', () => {
    expect(found(`one\n/** ${md('docs/nowhere')} §1 */`)).toEqual([
      `a/code.ts:2: ${md('docs/nowhere')} does not exist: cite a file that does, or say it in words`,
    ]);
    expect(found(md('docs/nowhere'), 'page.css')).toHaveLength(1);
  });

  it.each([
    [`${facts} §2.`, '2'],
    [`${facts} §1.3 and §1.5`, '1.5'],
    [`${facts} §1.3-1.9`, '1.9'],
    [`${facts} §1.3 to 1.9`, '1.9'],
    [`${facts} §1, §8 or so`, '8'],
    [`${facts} §1.3.1`, '1.3.1'],
  ])('a citation of a missing heading is found: %s', (text, number) => {
    expect(found(`/** ${text} */`)).toEqual([`a/code.ts:1: ${facts} has no heading ${number}: cite one that it has`]);
  });

  it('a citation of a heading in a document without numbers is found', () => {
    expect(found(`// ${md('docs/plan')} §1`)).toHaveLength(1);
  });

  it('may continue in the next line of a comment, and is found there', () => {
    expect(found(`/**\n * Sorted. ${facts}\n *   §1.9, and more\n */`)[0]).toMatch(
      /^a\/code\.ts:2: .* no heading 1\.9/,
    );
    expect(found(`// by ${facts} §1.3\n// and §1.8`)[0]).toMatch(/no heading 1\.8/);
  });

  it.each([
    [`${faults} §5, case 4`, [4]],
    [`${faults} §5, cases 2 and 12`, [12]],
    [`${faults} §5, cases 2 to 5`, [4, 5]],
    [`${faults} §5, cases 1, 6-7, and 3`, [6, 7]],
    [`${faults}, case 7`, [7]],
    [`case 9 of ${faults} §5`, [9]],
    [`cases 1, 2 and 41 in ${faults}`, [41]],
  ] as const)('a citation of a missing row of the case table is found: %s', (text, numbers) => {
    expect(found(`/** ${text} */`)).toEqual(
      numbers.map(number => `a/code.ts:1: ${faults} §5 has no case ${number}: cite a row of its table`),
    );
  });
});

describe('a citation that leads outside the repository', () => {
  it.each(['house', 'style', 'conventions', 'product/acting', '../other/docs/facts'])(
    'a citation that leads outside the repository is found: %s',
    name => {
      expect(found(`/** As in ${md(name)}, journey A. */`)[0]).toContain(`${md(name)} is `);
    },
  );

  it('names the right path when there is such a document', () => {
    expect(found(`/** ${md('facts')} §1.3 */`)).toEqual([
      `a/code.ts:1: ${md('facts')} is not a path from the root: write ${facts}`,
    ]);
    expect(found(`See ${md('product/facts')}.`, md('README'))).toHaveLength(1);
  });

  it('a citation that leads outside the repository without a file name is found, also over two lines', () => {
    expect(found(`/** ${nameless} §2.12. */`)).toHaveLength(1);
    expect(found(`/**\n * A record. ${nameless.replace(' ', '\n * ')} §2.12.\n */`)).toHaveLength(1);
    expect(found(`/** Written from the ${nameless.toLowerCase()}. */`)).toEqual([]);
  });
});

describe('a link', () => {
  it.each([
    `[facts](${md('facts')})`,
    `[clock](${md('facts')}#13-clock)`,
    '[a picture](screenshots/desk.png)',
    '[a folder](screenshots) and [the same](screenshots/) and [the root](..)',
    '[the world](https://example.com/x) [a letter](mailto:a@example.com) [above](#here)',
    `\`[shown](${md('nowhere')})\``,
    `\`\`\`\n[shown](${md('nowhere')})\n\`\`\``,
  ])('a link with a valid target passes: %s', text => {
    expect(found(text, md('docs/guide'))).toEqual([]);
  });

  it('a link with a missing target is found', () => {
    expect(found(`one\n[x](${md('nowhere')}) and [y](../a/gone.ts)`, md('docs/guide'))).toEqual([
      `${md('docs/guide')}:2: the link leads to ${md('docs/nowhere')}, which does not exist: mend or drop it`,
      `${md('docs/guide')}:2: the link leads to a/gone.ts, which does not exist: mend or drop it`,
    ]);
  });
});

const withTable = (from: string, to: string) =>
  findFaults(repository({ [faults]: caseTable.replace(from, to) })).map(finding => finding.text);

describe('the name of a test', () => {
  it('the name of a test in a missing file is found', () => {
    expect(withTable('| `a/lost.test.ts` › 1', '| `b/lost.test.ts` › 1')).toEqual([
      'the test file b/lost.test.ts does not exist: name where the test is now',
    ]);
  });

  it('the name of a test that is not a title of the file is found, also as a part of one', () => {
    expect(withTable('1: is sent once', '1: is sent twice')).toHaveLength(1);
    expect(withTable('1: is sent once', 'is sent once')).toEqual([
      'a/lost.test.ts has no test "is sent once": give the title as it is written there, or write "none yet"',
    ]);
    expect(withTable('a block › is found', 'another block › is found')).toHaveLength(1);
  });

  it('may be missing in the table of cases only when marked so', () => {
    expect(withTable('none yet', '')).toEqual(['case 2 names no test: name one, or write "none yet"']);
  });

  it('the name of a test is checked in every document', () => {
    expect(found('- `a/lost.test.ts` › is found\n- `a/lost.test.ts`', md('docs/guide'))).toEqual([]);
    expect(found('- `a/lost.test.ts` › is lost\n- `a/gone.spec.ts`', md('docs/guide'))).toHaveLength(2);
  });
});

function run(folder: string) {
  const program = fileURLToPath(new URL('citations.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n'), stderr };
}

describe('the program', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) remove(folder);
  });

  const plant = (files: ReadonlyMap<string, string | null>): string => {
    const folder = mkdtempSync(join(tmpdir(), 'fathom-citations-'));
    folders.push(folder);
    for (const [file, text] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text ?? '');
    }
    return folder;
  };

  it('ends with 0 for a correct repository, else with 1 and a line per finding', () => {
    const good = repository({ 'a/code.ts': `/** ${facts} §1.3 */` });
    expect(run(plant(good))).toMatchObject({ status: 0, lines: [expect.stringMatching(/^1 citations .* 0 wrong$/)] });
    const bad = repository({ 'a/code.ts': `/** ${facts} §9 */\n\n/** ${faults} §5, case 9 */` });
    expect(run(plant(bad))).toMatchObject({
      status: 1,
      lines: [
        expect.stringContaining('a/code.ts:1: '),
        expect.stringContaining('a/code.ts:3: '),
        expect.stringMatching(/ 2 wrong$/),
      ],
    });
  });

  it('fails when it reads nothing', () => {
    const { status, stderr } = run(plant(new Map([['a.ts', '']])));
    expect(status).toBe(1);
    expect(stderr).toContain('blind');
  });

  it('reads our own texts only', () => {
    const wrong = `/** ${facts} §9 */`;
    const folder = plant(
      repository({
        'package-lock.json': wrong,
        'node_modules/x/a.ts': wrong,
        'dist/a.mjs': wrong,
        'docs/screenshots/a.html': wrong,
        'a/code.tsx': wrong,
        'a/code.bin': wrong,
      }),
    );
    const read = [...readTrackedFiles(folder)].filter(([, text]) => text === wrong).map(([file]) => file);
    expect(read).toEqual(['a/code.tsx']);
  });
});
