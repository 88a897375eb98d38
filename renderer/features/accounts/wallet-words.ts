import { t } from '#shared/words/t.ts';

const words: ReadonlyMap<string, string> = new Map([
  ['main', t`main`],
  ['trade', t`trade`],
  ['margin', t`margin`],
  ['isolated', t`isolated`],
  ['futures', t`futures`],
]);

/** What the exchange calls a wallet, in the language of the page; a kind that nobody has explained stays as it is called. */
export const walletText = (wallet: string): string => words.get(wallet) ?? wallet;
