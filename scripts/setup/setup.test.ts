import { describe, expect, it } from 'vitest';
import { readLock } from '../checks/rules/lock-file.mjs';
import { asRecord } from './json.mjs';
import { nodePackages } from './node-24.mjs';
import { installPackages } from './setup.mjs';

const programThat = (source: string) => [process.execPath, '--eval', source];

describe('the installation', () => {
  it('says nothing when it went well', async () => {
    const said: string[] = [];
    await installPackages(line => said.push(line), programThat("console.log('added 500 packages')"));
    expect(said).toEqual([]);
  });

  it('shows what npm said when it failed, from both of its streams', async () => {
    const said: string[] = [];
    const failing = programThat("console.log('one'); console.error('npm error two'); process.exitCode = 1");
    await expect(installPackages(line => said.push(line), failing)).rejects.toThrow('could not be installed');
    expect(said.join('\n').split('\n').toSorted()).toEqual(['npm error two', 'one']);
  });
});

describe('Node 24', () => {
  const packages = readLock();

  it.each(Object.entries(nodePackages))('comes out of the lock file on %s', (system, name) => {
    const [os, cpu] = system.split('-');
    const version = asRecord(asRecord(packages[''])['optionalDependencies'])[name];
    expect(version).toMatch(/^24\./);
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, os, cpu });
  });
});
