import { ownName } from '#lib/own/own-name.ts';
import { t } from '#shared/words/t.ts';
import { type AttentionItem, attentionRanks, type AttentionTone } from './attention-item.ts';

export interface AccountFinding {
  readonly key: string;
  readonly userId: string;
  readonly name: string;
  readonly kind: string;
  readonly tone: AttentionTone;
  readonly word: string;
  /** a text that continues the name */
  readonly text: string;
}

const accountAdvice: Readonly<Record<string, string>> = {
  drop: t`Open the account and check the outflow.`,
  unreadable: t`Contact the exchange: the data of this account is invalid.`,
  unlisted: t`Values require its own key.`,
};
const ruleAdvice = t`Contact the trader or change the limit.`;
const frozenNamed = 3;

/** Frozen accounts are no news, and many are one line. */
function frozenItem(frozen: readonly AccountFinding[]): readonly AttentionItem[] {
  const [first, ...others] = frozen;
  if (first === undefined) return [];
  const names = frozen.slice(0, frozenNamed).map(({ name }) => ownName(name));
  const more = frozen.length > names.length ? t` and ${frozen.length - names.length} more` : '';
  const isOne = others.length === 0;
  return [
    {
      key: 'accounts frozen',
      tone: 'neutral',
      word: t`frozen`,
      title: isOne ? ownName(first.name) : t`${frozen.length} sub-accounts`,
      text: isOne ? t`is frozen and holds money` : t`are frozen and hold money: ${names.join(', ')}${more}`,
      advice: t`No transfers until the exchange unfreezes it.`,
      target: { kind: 'account', userId: first.userId },
      rank: attentionRanks.accountNote,
    },
  ];
}

export function accountItems(findings: readonly AccountFinding[]): readonly AttentionItem[] {
  const rankOf = {
    danger: attentionRanks.accountDanger,
    warning: attentionRanks.rule,
    neutral: attentionRanks.accountNote,
  };
  const others = findings
    .filter(({ kind }) => kind !== 'frozen')
    .map(
      ({ key, userId, name, kind, tone, word, text }): AttentionItem => ({
        key: `account ${key}`,
        tone,
        word: tone === 'warning' ? t`limit: ${word}` : word,
        title: ownName(name),
        text,
        advice: accountAdvice[kind] ?? ruleAdvice,
        target: { kind: 'account', userId },
        rank: rankOf[tone],
      }),
    );
  return [...others, ...frozenItem(findings.filter(({ kind }) => kind === 'frozen'))];
}
