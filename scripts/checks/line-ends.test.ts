import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from '../setup/stamp.mjs';

/** `i/lf w/lf attr/text=auto eol=lf` and the path: of the index, of the folder, and what .gitattributes says. */
const line = /^i\/(\S*)\s+w\/\S*\s+attr\/(.*?)\s*\t(.+)$/;

it('repository keeps line ends at LF in a clone with core.autocrlf=true', () => {
  const { stdout } = spawnSync('git', ['-c', 'core.autocrlf=true', 'ls-files', '--eol'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = stdout
    .trim()
    .split('\n')
    .map(each => line.exec(each) ?? []);
  expect(files.length).toBeGreaterThan(1000);
  const wrong = files.filter(([, index, attributes = '']) => {
    const isBinary = index === '-text' || attributes.includes('-text');
    return !isBinary && (index === 'crlf' || index === 'mixed' || !attributes.includes('eol=lf'));
  });
  expect(wrong.map(([text]) => text)).toEqual([]);
});
