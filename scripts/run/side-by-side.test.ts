import { expect, it } from 'vitest';
import { runSideBySide } from './side-by-side.mjs';

type Command = readonly [string, ...string[]];

const script = (line: string): Command => [process.execPath, '-e', line];

/** The report for each command, in the order of their names. */
async function run(commands: Readonly<Record<string, Command>>) {
  const published: string[] = [];
  const all = Object.entries(commands).map(([name, command]) => ({ name, command }));
  await runSideBySide(all, {}, ({ name }, { output, isRight }) => {
    published.push(`${name}, ${isRight ? 'right' : 'wrong'}: ${output.split('\n').toSorted().join(' ')}`);
  });
  return published.toSorted();
}

it('side by side runs all commands and reports the output and the result of each', async () => {
  const published = await run({
    a: script("console.log('one'); console.error('two');"),
    b: script("console.log('three'); process.exitCode = 3;"),
    c: script("process.kill(process.pid, 'SIGKILL');"),
  });
  expect(published).toEqual(['a, right: one two', 'b, wrong: three', 'c, wrong: ']);
});

it('side by side reports a command that cannot be started as failed, and runs those after it', async () => {
  const published = await run({ a: ['/no/such/program'], b: script(''), c: script('') });
  expect(published).toEqual([expect.stringMatching(/^a, wrong: .*ENOENT/), 'b, right: ', 'c, right: ']);
});
