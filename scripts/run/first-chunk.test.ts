import { expect, it } from 'vitest';
import { firstChunk, whyTooHeavy } from './first-chunk.mjs';

interface ChunkOptions {
  readonly imports?: string[];
  readonly dynamicImports?: string[];
  readonly isEntry?: boolean;
  readonly bytes: number;
  readonly moduleIds?: string[];
}

const chunk = (fileName: string, { bytes, ...rest }: ChunkOptions) => ({
  type: 'chunk' as const,
  fileName,
  isEntry: false,
  imports: [],
  dynamicImports: [],
  moduleIds: [],
  code: 'x'.repeat(bytes),
  ...rest,
});
const asset = { type: 'asset' as const, fileName: 'index.css' };

it('first chunk counts the entry and its static imports, each once, and no later ones', () => {
  const output = [
    chunk('index.js', { isEntry: true, bytes: 1000, imports: ['a.js', 'b.js'], dynamicImports: ['later.js'] }),
    chunk('a.js', { bytes: 100, imports: ['b.js'] }),
    chunk('b.js', { bytes: 10, imports: ['a.js'] }),
    chunk('later.js', { bytes: 1_000_000, moduleIds: ['/x/node_modules/recharts/es6/index.js'] }),
    asset,
  ];
  expect(firstChunk(output).bytes).toBe(1110);
  expect(whyTooHeavy(output)).toBeNull();
});

const pageOf = (bytes: number) => [
  chunk('index.js', { isEntry: true, bytes, imports: ['a.js'] }),
  chunk('a.js', { bytes: 8400 }),
];

it('first chunk accepts 350 KB, and rejects one byte more', () => {
  expect(whyTooHeavy(pageOf(350_000))).toBeNull();
  expect(whyTooHeavy(pageOf(350_001))).toBe(
    'The first chunk of the page is 350.0 KB minified and may be 350.0 KB: load something later.',
  );
});

it.each(['recharts', 'lightweight-charts', 'react-aria', 'react-aria-components'])(
  'first chunk must not contain %s, at any size',
  name => {
    const moduleIds = [`/x/node_modules/${name}/index.js`];
    const output = [
      chunk('index.js', { isEntry: true, bytes: 1, imports: ['a.js'] }),
      chunk('a.js', { bytes: 1, moduleIds }),
    ];
    expect(whyTooHeavy(output)).toContain(name);
  },
);
