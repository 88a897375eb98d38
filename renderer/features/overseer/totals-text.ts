import { visibleText } from '#shared/visible-text.ts';
import { ownName } from '#lib/own/own-name.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { type WalletName, walletNames } from './model/overseen-rows.ts';
import { walletLabels } from './model/wallet-labels.ts';
import { valueDecimals } from './model/valuation.ts';
import type { Overseen } from './use-overseen.ts';
import { t } from '#shared/words/t.ts';

const mostNames = 3;
const inWords = (wallet: WalletName) => walletLabels[wallet];

/** All accounts together, which wallets that counts, and what it leaves out. */
export function totalsText({
  totals,
  lines,
  valuation: { currency },
}: Pick<Overseen, 'totals' | 'lines' | 'valuation'>): string {
  const decimals = valueDecimals(currency);
  const digits = { minimumDecimals: decimals, maximumDecimals: decimals };
  const wallets = totals.wallets.length === 0 ? t`no wallet` : totals.wallets.map(inWords).join(' + ');
  const silent = walletNames.filter(wallet => !totals.wallets.includes(wallet));
  const isPartly = totals.mainOnly > 0 && totals.wallets.some(wallet => wallet === 'trade' || wallet === 'margin');
  const parts = [
    t`${totals.counted} of ${lines.length} accounts · ${formatOwn(totals.value, digits)} ${currency} in ${wallets}`,
    t`${formatOwn(totals.held, digits)} on hold in ${totals.heldAccounts} of them`,
    t`${formatOwn(totals.frozen, digits)} frozen in ${totals.frozenAccounts}`,
    ...(isPartly ? [t`trade and margin known for ${totals.counted - totals.mainOnly}`] : []),
    ...(silent.length === 0 ? [] : [t`no data for ${silent.map(inWords).join(', ')}`]),
    ...(totals.unknown.length === 0 ? [] : [t`not counted: ${namesText(totals.unknown, ownName)}`]),
    ...(totals.unpriced.length === 0 ? [] : [t`without a price: ${namesText(totals.unpriced, visibleText)}`]),
    t`master account not included`,
  ];
  return parts.join(' · ');
}

function namesText(names: readonly string[], toText: (name: string) => string): string {
  const shown = names.slice(0, mostNames).map(toText).join(', ');
  return names.length > mostNames ? t`${shown} and ${names.length - mostNames} more` : shown;
}
