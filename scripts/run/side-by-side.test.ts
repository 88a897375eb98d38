import { expect, it } from 'vitest';
import { runSideBySide } from './side-by-side.mjs';

type Command = readonly [string, ...string[]];

const script = (line: string): Command => [process.execPath, '-e', line];

/** What is told of each command, in the order of their names. */
async function run(commands: Readonly<Record<string, Command>>) {
  const told: string[] = [];
  const all = Object.entries(commands).map(([name, command]) => ({ name, command }));
  await runSideBySide(all, {}, ({ name }, { output, isRight }) => {
    told.push(`${name}, ${isRight ? 'right' : 'wrong'}: ${output.split('\n').toSorted().join(' ')}`);
  });
  return told.toSorted();
}

it('runs all of them and tells what each said and whether it was right', async () => {
  const told = await run({
    a: script("console.log('one'); console.error('two');"),
    b: script("console.log('three'); process.exitCode = 3;"),
    c: script("process.kill(process.pid, 'SIGKILL');"),
  });
  expect(told).toEqual(['a, right: one two', 'b, wrong: three', 'c, wrong: ']);
});

it('calls a command that cannot be started wrong, and runs those after it', async () => {
  const told = await run({ a: ['/no/such/program'], b: script(''), c: script('') });
  expect(told).toEqual([expect.stringMatching(/^a, wrong: .*ENOENT/), 'b, right: ', 'c, right: ']);
});
