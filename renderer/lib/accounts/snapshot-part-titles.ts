import { t } from '#shared/words/t.ts';

/** Names of the parts of a balance snapshot that are read as a whole, by their kind. */
export const snapshotPartTitles: Readonly<Record<string, string>> = {
  wallets: t`own wallets`,
  futures: t`futures wallets`,
  'cross-margin': t`cross margin`,
  'isolated-margin': t`isolated margin`,
  'sub-accounts': t`sub-accounts`,
};
