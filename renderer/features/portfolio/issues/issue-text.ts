import type { PortfolioIssue } from '#shared/domain/portfolio/portfolio.ts';
import { formatAge } from '#lib/age.ts';
import { formatDecimal } from '#lib/format.ts';
import { ownText } from '#lib/own/privacy.ts';
import { formatMoment } from '#lib/time.ts';
import { toDecimal } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { type AccountNames, snapshotPartTitle } from '../model/portfolio-texts.ts';
import { t } from '#shared/words/t.ts';

/** What an issue says, and what the user can do about it. */
export interface IssueText {
  readonly text: string;
  readonly advice: string;
}

export interface IssueNames {
  readonly accounts: AccountNames;
  /** titles of the lists of the archive, by stream */
  readonly streams: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

const advice: Readonly<Record<PortfolioIssue['kind'], string>> = {
  'coverage-gap': t`The exchange cut its answer. The Archive panel shows the gap and reads it again.`,
  lost: t`The exchange no longer has these rows. What changed then is shown as unexplained.`,
  'not-read-yet': t`Wait: the archive is still reading. The Archive panel shows how much is left.`,
  'no-price': t`It is left out of all values. Choose another currency if this one has no market with it.`,
  'stale-price': t`The last known price is used. Check the market of this coin.`,
  'no-balance': t`The value is unknown there. Check that the key may read this account.`,
  'main-wallet-only': t`Fathom reads its other wallets in turn. It counts when they are known at the start and at the end.`,
  'below-zero': t`A purchase or deposit before it is not recorded. Check the rows before this time.`,
  'unknown-basis': t`The proceeds are outside realised PnL. Nothing to do if it was bought before the archive began.`,
  'unknown-business-type': t`It is shown as unclassified. Look the booking up at the exchange.`,
  'unpaired-transfer': t`It counts as a flow. Check whether the other account belongs to this key.`,
  'not-derivable': t`The contract is left out until its positions are read again.`,
  'proof-failed': t`The rows do not add up to the balances. The difference is shown as unexplained.`,
};

function amountText(amount: string | null): string {
  const decimal = amount === null ? null : toDecimal(amount);
  return decimal === null ? t`an unknown amount` : ownText(formatDecimal(decimal, { maximumDecimals: 8 }));
}

function ageText(amount: string | null): string {
  const ageMs = Number(amount);
  return amount === null || !Number.isFinite(ageMs) ? t`an unknown time` : formatAge(ageMs);
}

/** A list of the archive, with the symbol where it is read by symbol. */
function listTitle(subject: string, { streams }: IssueNames): string {
  const [stream = subject, ...symbols] = subject.split(' ');
  return visibleText([streams[stream] ?? stream, ...symbols].join(' '));
}

function sentenceOf({ kind, subject, amount }: PortfolioIssue, names: IssueNames): string {
  const name = visibleText(subject);
  const list = listTitle(subject, names);
  const account = snapshotPartTitle(subject, names.accounts);
  const sentences: Readonly<Record<PortfolioIssue['kind'], () => string>> = {
    'coverage-gap': () => t`${list}: rows may be missing`,
    lost: () => t`${list}: rows are lost`,
    'not-read-yet': () => t`${list}: not read yet`,
    'no-price': () => t`${name}: no price`,
    'stale-price': () => t`${name}: the price is ${ageText(amount)} old`,
    'no-balance': () => t`${account}: no balance`,
    'main-wallet-only': () => t`${account}: only the main wallet is known`,
    'below-zero': () => t`${name}: the rows lead to a balance of ${amountText(amount)}`,
    'unknown-basis': () => t`${name}: ${amountText(amount)} sold without a known purchase`,
    'unknown-business-type': () => t`${name}: a business type that is not documented`,
    'unpaired-transfer': () => t`${name}: a transfer of ${amountText(amount)} has no other side`,
    'not-derivable': () => t`${name}: the position cannot be derived from its fills`,
    'proof-failed': () => t`${name}: the rows differ from the balances by ${amountText(amount)}`,
  };
  return sentences[kind]();
}

function spanText(fromMs: number | null, toMs: number | null, nowMs: number): string {
  if (fromMs !== null && toMs !== null && toMs > fromMs)
    return ` ${t`from ${formatMoment(fromMs, nowMs)} to ${formatMoment(toMs, nowMs)}`}`;
  const atMs = fromMs ?? toMs;
  return atMs === null ? '' : ` ${t`at ${formatMoment(atMs, nowMs)}`}`;
}

/** A data issue in words. Amounts are hidden as privacy says. */
export function issueText(issue: PortfolioIssue, names: IssueNames): IssueText {
  const span = spanText(issue.fromMs, issue.toMs, names.nowMs);
  return { text: `${sentenceOf(issue, names)}${span}.`, advice: advice[issue.kind] };
}
