import { expect, it } from 'vitest';
import { commandWords } from './command-words.mjs';

it.each([
  [[], { npm_config_kill: 'true' }, ['--kill']],
  [[], { npm_config_kill: 'true', npm_config_data_dir: 'C:\\Ä Ö' }, ['--kill', '--data-dir', 'C:\\Ä Ö']],
  [['--kill', '--data-dir', 'x'], { npm_config_kill: 'true' }, ['--kill', '--data-dir', 'x']],
  [['--headless'], {}, ['--headless']],
  [['--headless'], { npm_config_kill: '' }, ['--headless']],
])('command words: reads the arguments %j with the environment %j as %j', (words, environment, expected) => {
  expect(commandWords(words, environment)).toEqual(expected);
});
