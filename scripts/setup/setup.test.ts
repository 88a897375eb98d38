import { describe, expect, it } from 'vitest';
import { readLock } from '../checks/rules/lock-file.mjs';
import { asRecord } from './json.mjs';
import { leastNode, nodePackages, pickNode } from './node-24.mjs';
import { installPackages } from './setup.mjs';

const programThat = (source: string) => [process.execPath, '--eval', source];

describe('the installation', () => {
  it('prints nothing when it succeeds', async () => {
    const said: string[] = [];
    await installPackages(line => said.push(line), programThat("console.log('added 500 packages')"));
    expect(said).toEqual([]);
  });

  it('prints the output of npm when it failed, from both of its streams', async () => {
    const said: string[] = [];
    const failing = programThat("console.log('one'); console.error('npm error two'); process.exitCode = 1");
    await expect(installPackages(line => said.push(line), failing)).rejects.toThrow('could not be installed');
    expect(said.join('\n').split('\n').toSorted()).toEqual(['npm error two', 'one']);
  });
});

it.each(['EPERM', 'EBUSY'])('set-up asks to close Fathom when npm fails with %s on Windows', async code => {
  const failing = programThat(`console.error('npm error code ${code}'); process.exitCode = 1`);
  await expect(installPackages(() => {}, failing, 'win32')).rejects.toThrow('close Fathom');
  await expect(installPackages(() => {}, failing, 'linux')).rejects.toThrow('could not be installed');
});

const node = (file: string, version: string) => ({ file, version });

describe('pickNode', () => {
  it.each([
    ['the package when it is new enough', node('package', '24.21.0'), '26.0.0', 'package'],
    ['the package at the least version', node('package', leastNode), '26.0.0', 'package'],
    [
      'the Node that runs npm when the package is too old, as on Apple silicon',
      node('package', '24.0.0'),
      '26.0.0',
      'own',
    ],
    ['the Node on the PATH when the one that runs npm is too old', node('package', '24.0.0'), '22.9.0', 'path'],
    ['the Node on the PATH when there is no package', null, '20.19.0', 'path'],
  ])('picks %s', (_, packaged, own, expected) => {
    const onPath = () => node('path', '25.1.0');
    expect(pickNode({ packaged, own: node('own', own), onPath })).toBe(expected);
  });

  it('picks none when all are too old', () => {
    const old = node('old', '24.9.0');
    expect(pickNode({ packaged: old, own: old, onPath: () => old })).toBeNull();
  });
});

describe('Node 24', () => {
  const packages = readLock();

  it.each(Object.entries(nodePackages))('has an entry in the lock file for %s', (system, name) => {
    const [os, cpu] = system.split('-');
    const version = asRecord(asRecord(packages[''])['optionalDependencies'])[name];
    expect(version).toMatch(/^24\./);
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, os, cpu });
  });
});
