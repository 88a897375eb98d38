import { t } from '#shared/words/t.ts';
import type { WalletName } from './overseen-rows.ts';

/** What the exchange calls the wallets, in the language of the page. */
export const walletLabels: Readonly<Record<WalletName, string>> = {
  main: t`main`,
  trade: t`trade`,
  margin: t`margin`,
  futures: t`futures`,
};

/** The same, as short as they are still understood. */
export const shortWalletLabels: Readonly<Record<WalletName, string>> = {
  ...walletLabels,
  trade: t`trd`,
  margin: t`mgn`,
  futures: t`fut`,
};
