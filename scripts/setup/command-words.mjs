/**
 * Our words on the command line. PowerShell with an older npm swallows the `--` of `npm start -- --kill`: npm then takes the
 * flags for its own and hands them on in the environment. A plain start must not take the place of a kill.
 * @param {readonly string[]} words
 * @param {NodeJS.ProcessEnv} environment
 * @returns {readonly string[]}
 */
export function commandWords(words, environment) {
  if (environment['npm_config_kill'] !== 'true' || words.includes('--kill')) return words;
  const dataDir = environment['npm_config_data_dir'];
  return ['--kill', ...(dataDir ? ['--data-dir', dataDir] : []), ...words];
}
