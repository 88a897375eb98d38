import { describe, expect, it } from 'vitest';
import { readCommandLine, usage } from './cli-options.ts';

describe('readCommandLine', () => {
  it('has a default for everything', () => {
    expect(readCommandLine([])).toEqual({
      kind: 'run',
      options: { spotPort: 0, futuresPort: 0, seed: 1, dialect: 'document', isQuiet: false, isWithParent: false },
    });
  });

  it('reads every flag', () => {
    const words = ['--spot-port', '8001', '--futures-port=8002', '--seed', '42', '--dialect', 'live', '--quiet'];
    expect(readCommandLine([...words, '--with-parent'])).toEqual({
      kind: 'run',
      options: { spotPort: 8001, futuresPort: 8002, seed: 42, dialect: 'live', isQuiet: true, isWithParent: true },
    });
  });

  it('prefers help', () => {
    expect(readCommandLine(['--help', '--seed', 'x'])).toEqual({ kind: 'help' });
    for (const flag of ['--spot-port', '--futures-port', '--seed', '--dialect', '--quiet', '--help', '--with-parent']) {
      expect(usage).toContain(flag);
    }
  });

  it('accepts document by name', () => {
    expect(readCommandLine(['--dialect', 'document']).kind).toBe('run');
  });

  it.each([
    [['--wat'], /wat/],
    [['word'], /word/],
    [['--seed'], /seed/],
    [['--seed', '1.5'], /--seed .*"1\.5"/],
    [['--seed=-1'], /--seed/],
    [['--seed', '4294967296'], /--seed/],
    [['--spot-port', '65536'], /--spot-port .*65535/],
    [['--futures-port', ''], /--futures-port/],
    [['--dialect', 'french'], /--dialect .*"french"/],
  ])('refuses %j', (words, message) => {
    const read = readCommandLine(words);
    expect(read).toMatchObject({ kind: 'wrong', message: expect.stringMatching(message) });
  });
});
