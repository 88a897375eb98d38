import { describe, expect, it } from 'vitest';
import { readCommandLine, usage } from './cli-options.ts';

describe('readCommandLine', () => {
  it('has a default for everything', () => {
    expect(readCommandLine([])).toEqual({
      kind: 'run',
      options: {
        spotPort: 0,
        futuresPort: 0,
        seed: 1,
        dialect: 'document',
        feed: {},
        faults: [],
        isQuiet: false,
        isWithParent: false,
      },
    });
  });

  it('reads the feed times and the faults of the start', () => {
    const words = ['--ping-interval', '200', '--ping-timeout=100', '--idle-limit', '900', '--token-life', '5000'];
    const faults = [
      '--fault',
      '{"fault":"lose","topic":"/market/level2"}',
      '--fault',
      '{"fault":"clock-skew","ms":-6000}',
    ];
    expect(readCommandLine([...words, '--connection-life', '7000', ...faults])).toMatchObject({
      kind: 'run',
      options: {
        feed: { pingIntervalMs: 200, pingTimeoutMs: 100, idleLimitMs: 900, tokenLifeMs: 5000, connectionLifeMs: 7000 },
        faults: [
          { fault: 'lose', topic: '/market/level2' },
          { fault: 'clock-skew', ms: -6000 },
        ],
      },
    });
  });

  it.each(['{"fault":"lose","often":true}', 'lose'])('rejects the unknown fault %s', text => {
    expect(readCommandLine(['--fault', text])).toMatchObject({
      kind: 'wrong',
      message: `--fault does not know ${text}`,
    });
  });

  it('reads every flag', () => {
    const words = ['--spot-port', '8001', '--futures-port=8002', '--seed', '42', '--dialect', 'live', '--quiet'];
    expect(readCommandLine([...words, '--with-parent'])).toEqual({
      kind: 'run',
      options: {
        spotPort: 8001,
        futuresPort: 8002,
        seed: 42,
        dialect: 'live',
        feed: {},
        faults: [],
        isQuiet: true,
        isWithParent: true,
      },
    });
  });

  it('prefers help', () => {
    expect(readCommandLine(['--help', '--seed', 'x'])).toEqual({ kind: 'help' });
    for (const flag of [
      '--spot-port',
      '--futures-port',
      '--seed',
      '--dialect',
      '--quiet',
      '--help',
      '--with-parent',
      '--ping-interval',
      '--ping-timeout',
      '--idle-limit',
      '--token-life',
      '--connection-life',
      '--fault',
    ]) {
      expect(usage).toContain(flag);
    }
  });

  it('accepts the dialect document by name', () => {
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
  ])('rejects %j', (words, message) => {
    const read = readCommandLine(words);
    expect(read).toMatchObject({ kind: 'wrong', message: expect.stringMatching(message) });
  });
});
