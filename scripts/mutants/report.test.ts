import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#scripts/setup/stamp.mjs';
import { countLine, headLine, survivorLines } from './report.mjs';

const text = 'const a = 1;\nif (\n  a > 0\n) b();\n';
const place = (line: number, column: number) => ({ line, column });

const mutant = (status: string, line = 1) => ({
  fileName: join(root, 'shared', 'a.ts'),
  location: { start: place(line, 1), end: place(line, 6) },
  mutatorName: 'StringLiteral',
  replacement: '""',
  status,
});

it('mutants report lists surviving changes in the order of the source, with the original code', () => {
  const overLines = {
    ...mutant('NoCoverage'),
    location: { start: place(2, 4), end: place(4, 2) },
    mutatorName: 'ConditionalExpression',
    replacement: '(false)',
  };
  expect(survivorLines([overLines, mutant('Survived'), mutant('Killed'), mutant('Timeout')], () => text)).toEqual([
    'shared/a.ts:1:1 StringLiteral: const → ""',
    'shared/a.ts:2:4 ConditionalExpression (no test comes here): ( a > 0 ) → (false)',
  ]);
});

it('mutants report counts an untested change as surviving, and an endless one as detected', () => {
  const statuses = ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError'];
  const figures = countLine(
    'sign',
    statuses.map(status => mutant(status)),
  );
  expect(headLine.split(/ {2,}/)).toEqual(['area', 'killed', 'survived', 'no coverage', 'timeout', 'score']);
  expect(figures.split(/ {2,}/)).toEqual(['sign', '2', '1', '1', '1', '60.0 %']);
  expect(countLine('none', []).endsWith(' -')).toBe(true);
});
