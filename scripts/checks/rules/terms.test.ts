import { describe, expect, it } from 'vitest';
import { baselinePath, countTerms, findTerms, lowerBaseline } from './terms.mjs';

const glossary = `| Term | Meaning | German | Not |
|---|---|---|---|
| open orders | orders that can fill | Offene Orders | zorp orders |
| report | what a program makes known | melden | zorp, zorps |
`;
const clean: Readonly<Record<string, string>> = {
  'docs/GLOSSARY.md': glossary,
  'docs/risk.md': 'The panel lists open orders.\n',
  'renderer/words/de.json': '{ "Open orders": "Offene Orders" }',
  'renderer/order.ts': 'export const openOrders = 1;\n',
  'renderer/order.test.ts': "it('lists open orders', () => {});\n",
};
const tree = (files: Readonly<Record<string, string>>) => new Map<string, string | null>(Object.entries(files));

describe('terms', () => {
  it('accepts files without a forbidden word', () => {
    expect(findTerms(tree(clean)).faults).toEqual([]);
  });

  it.each([
    ['a message', 'renderer/words/de.json', '{ "Zorp orders of {0}": "x" }', 'messages', '“Zorp orders of {0}”'],
    [
      'a test title',
      'e2e/a.spec.ts',
      "\ntest('shows what it is zorp', async ({ page }) => {});",
      'titles',
      'e2e/a.spec.ts:2',
    ],
    [
      'a title for each value',
      'shared/a.test.ts',
      "it.each([1])('%s is zorp', n => {});",
      'titles',
      'shared/a.test.ts:1',
    ],
    ['an exported name', 'shared/a.ts', 'export function zorpsZorpOrders() {}', 'names', 'zorpsZorpOrders'],
    ['a document', 'docs/portfolio.md', 'The exchange zorp it.', 'documents', 'docs/portfolio.md:1'],
  ])('finds a forbidden word in %s', (_what, path, text, area, place) => {
    const { faults } = findTerms(tree({ ...clean, [path]: text }));
    expect(faults).not.toHaveLength(0);
    for (const fault of faults) expect(fault).toMatch(new RegExp(`is in 1 ${area}, at most 0 are allowed`));
    expect(faults[0]).toContain(place);
  });

  it('finds whole words only', () => {
    const text = 'export const azorpsazorp = 1;\nexport const unzorpness = 2;\n';
    expect(findTerms(tree({ ...clean, 'shared/a.ts': text })).faults).toEqual([]);
  });

  it('accepts as many as the baseline and finds one more', () => {
    const allowed = { ...clean, [baselinePath]: '{ "documents": { "zorp": 1 } }', 'docs/portfolio.md': 'It zorp us.' };
    expect(findTerms(tree(allowed)).faults).toEqual([]);
    expect(findTerms(tree({ ...allowed, 'docs/policy.md': 'It zorp us.' })).faults).toHaveLength(1);
  });

  it('finds a glossary that is longer than 150 rows', () => {
    const rows = '| a | b | c | |\n'.repeat(149);
    expect(findTerms(tree({ ...clean, 'docs/GLOSSARY.md': glossary + rows })).faults).toEqual([
      'docs/GLOSSARY.md has 151 rows: at most 150',
    ]);
  });

  it('lowers a baseline to the present counts and never raises it', () => {
    const counts = countTerms(tree({ ...clean, 'docs/portfolio.md': 'zorp zorp zorps' }));
    expect(counts['documents']).toEqual({ zorp: 2, zorps: 1 });
    expect(lowerBaseline({ documents: { zorp: 5, 'zorp orders': 2 } }, counts)).toEqual({ documents: { zorp: 2 } });
    expect(lowerBaseline({ documents: { zorp: 1 } }, counts)).toEqual({ documents: { zorp: 1 } });
  });
});
