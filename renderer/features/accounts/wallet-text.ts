import { t } from '#shared/words/t.ts';

const words: ReadonlyMap<string, string> = new Map([
  ['main', t`main`],
  ['trade', t`trade`],
  ['margin', t`margin`],
  ['isolated', t`isolated`],
  ['futures', t`futures`],
]);

/** The exchange's name of a wallet, in the language of the page; an unknown kind keeps its name. */
export const walletText = (wallet: string): string => words.get(wallet) ?? wallet;
