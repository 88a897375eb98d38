import { describe, expect, it } from 'vitest';
import { opensWindow, readFlags } from './flags.ts';

function flagsOf(...words: string[]) {
  const reading = readFlags(words, 'fathom');
  if (reading.kind !== 'run') throw new Error(`not a run: ${JSON.stringify(reading)}`);
  return reading.flags;
}

function complaintOf(...words: string[]): string {
  const reading = readFlags(words, 'fathom');
  return reading.kind === 'wrong' ? reading.message : `no complaint but ${reading.kind}`;
}

describe('readFlags', () => {
  it('runs without flags', () => {
    expect(flagsOf()).toEqual({
      shell: null,
      isHeadless: false,
      profile: null,
      dataDir: null,
      size: null,
      screenshot: null,
      exitAfterMs: null,
      isKill: false,
      audit: null,
    });
  });

  it('reads every flag', () => {
    const words =
      '--shell chromium --headless --profile Desk --data-dir /d --size 1280x720 --screenshot a.png --after 2.5';
    expect(flagsOf(...words.split(' '), '--exit-after=10')).toEqual({
      shell: 'chromium',
      isHeadless: true,
      profile: 'Desk',
      dataDir: '/d',
      size: { width: 1280, height: 720 },
      screenshot: { file: 'a.png', afterMs: 2500 },
      exitAfterMs: 10_000,
      isKill: false,
      audit: null,
    });
    expect(flagsOf('--shell', 'electron').shell).toBe('electron');
    expect(flagsOf('--screenshot', 'a.png').screenshot).toEqual({ file: 'a.png', afterMs: 8000 });
    expect(flagsOf('--exit-after', '0').exitAfterMs).toBe(0);
  });

  it.each(['fathom', 'npm start --'])('shows the help with the typed command: %s', command => {
    const reading = readFlags(['--help'], command);
    expect(reading.kind === 'help' && reading.text).toContain(`\n${command} [flags]\n`);
    expect(reading.kind === 'help' && reading.text).toContain('--screenshot FILE');
    expect(readFlags(['-h'], 'fathom').kind).toBe('help');
  });

  it.each([
    [['--bogus'], '--bogus'],
    [['stray'], 'stray'],
    [['--shell'], '--shell'],
    [['--shell', 'firefox'], 'electron or chromium'],
    [['--size', '12x9'], '--size'],
    [['--size', 'wide'], '--size'],
    [['--exit-after', 'soon'], '--exit-after'],
    [['--exit-after', '-1'], '--exit-after'],
    [['--screenshot', 'a.png', '--after', '1e3'], '--after'],
    [['--after', '3'], '--screenshot'],
    [['--screenshot', ' '], '--screenshot'],
    [['--profile', ''], '--profile'],
    [['--data-dir', ''], '--data-dir'],
    [['--headless=yes'], '--headless'],
  ])('rejects %j', (words, part) => {
    expect(complaintOf(...words)).toContain(part);
  });

  it('prints one sentence, not the manual', () => {
    expect(complaintOf('--bogus')).toBe("Unknown option '--bogus'");
  });
});

describe('opensWindow', () => {
  it.each([
    [[], true],
    [['--profile', 'Desk'], true],
    [['--headless'], false],
    [['--kill'], false],
    [['--audit', 'verify'], false],
  ])('reads %j as %s', (words, expected) => {
    expect(opensWindow(flagsOf(...words))).toBe(expected);
  });
});
