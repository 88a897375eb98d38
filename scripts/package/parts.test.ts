import { expect, it } from 'vitest';
import { importedPackages, shippedParts } from './parts.mjs';

const part = (name: string, isDevelopment = false) => ({
  'bom-ref': `${name}@1`,
  name,
  properties: isDevelopment ? [{ name: 'cdx:npm:package:development', value: 'true' }] : [],
});
const needs = (name: string, ...names: readonly string[]) => ({
  ref: `${name}@1`,
  dependsOn: names.map(each => `${each}@1`),
});

it('what runs and what is built in is listed with what it needs, and nothing that only developers have', () => {
  const all = {
    bomFormat: 'CycloneDX',
    metadata: { component: { 'bom-ref': 'fathom@1' } },
    components: [
      part('ws'),
      part('react', true),
      part('scheduler', true),
      part('@types/react', true),
      part('vitest', true),
      part('chai', true),
      part('electron', true),
      part('fetcher', true),
    ],
    dependencies: [
      needs('fathom', 'ws', 'react', 'vitest', 'electron'),
      needs('react', 'scheduler', '@types/react'),
      needs('vitest', 'chai', 'react'),
      needs('electron', 'fetcher'),
    ],
  };
  const shipped = shippedParts(all, new Set(['react', 'electron']));
  expect(shipped.components.map(each => each['name'])).toEqual(['ws', 'react', 'scheduler', 'electron']);
  expect(shipped.dependencies).toEqual([
    needs('fathom', 'ws', 'react', 'electron'),
    needs('react', 'scheduler'),
    { ref: 'electron@1', dependsOn: [] },
  ]);
  expect(shipped).toMatchObject({ bomFormat: 'CycloneDX' });
});

it('what the page is built from is imported, and what tests use is not', () => {
  const names = importedPackages();
  for (const name of ['react', 'react-dom', 'react-aria-components', 'recharts', 'lightweight-charts', 'zustand'])
    expect(names).toContain(name);
  for (const name of ['vitest', 'fast-check', '@testing-library/react']) expect(names).not.toContain(name);
});
