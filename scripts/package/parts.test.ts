import { describe, expect, it } from 'vitest';
import { missingParts, shippedParts } from './parts.mjs';

const part = (name: string, isDevelopment = false) => ({
  'bom-ref': `${name}@1`,
  name,
  version: '1',
  properties: isDevelopment ? [{ name: 'cdx:npm:package:development', value: 'true' }] : [],
});
const needs = (name: string, ...names: readonly string[]) => ({
  ref: `${name}@1`,
  dependsOn: names.map(each => `${each}@1`),
});

describe('shippedParts', () => {
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
      part('@scope/inside', true),
    ],
    dependencies: [
      needs('fathom', 'ws', 'react', 'vitest', 'electron'),
      needs('react', 'scheduler', '@types/react'),
      needs('vitest', 'chai', 'react'),
      needs('electron', 'fetcher'),
    ],
  };
  const bundled = ['react', 'scheduler', '@scope/inside'].map(name => ({ name, version: '1' }));

  it('lists the dependencies, the runtime of the window and the bundled packages, and no other package', () => {
    const shipped = shippedParts(all, bundled);
    expect(shipped.components.map(each => each['name'])).toEqual([
      'ws',
      'react',
      'scheduler',
      'electron',
      '@scope/inside',
    ]);
    expect(shipped.dependencies).toEqual([
      needs('fathom', 'ws', 'react', 'electron'),
      needs('react', 'scheduler'),
      { ref: 'electron@1', dependsOn: [] },
    ]);
    expect(shipped).toMatchObject({ bomFormat: 'CycloneDX' });
  });

  it('lists a bundled package in the bundled version only', () => {
    const shipped = shippedParts(all, [{ name: 'react', version: '2' }]);
    expect(shipped.components.map(each => each['name'])).toEqual(['ws', 'electron']);
  });

  it('agrees with the bundle, and missingParts names a bundled package that is not listed', () => {
    expect(missingParts(shippedParts(all, bundled), bundled)).toEqual([]);
    expect(missingParts(shippedParts(all, []), [{ name: 'react', version: '1' }])).toEqual([
      'react@1: is bundled and not in the list of parts',
    ]);
  });
});
