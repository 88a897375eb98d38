import { visibleText } from '#shared/visible-text.ts';
import { t } from '#shared/words/t.ts';
import { type AttentionItem, attentionRanks, type AttentionTone } from './attention-item.ts';

export interface AccountFinding {
  readonly key: string;
  readonly userId: string;
  readonly name: string;
  readonly kind: string;
  readonly tone: AttentionTone;
  readonly word: string;
  /** half a sentence that goes on from the name */
  readonly text: string;
}

const accountAdvice: Readonly<Record<string, string>> = {
  drop: t`Open the account and see what left it.`,
  unreadable: t`Ask the exchange: what it tells of this account makes no sense.`,
  untold: t`Its figures are told to its own key only.`,
};
const ruleAdvice = t`Talk to its trader, or change the rule.`;
const frozenNamed = 3;

/** Frozen accounts are no news, and many are one line. */
function frozenItem(frozen: readonly AccountFinding[]): readonly AttentionItem[] {
  const [first, ...others] = frozen;
  if (first === undefined) return [];
  const names = frozen.slice(0, frozenNamed).map(({ name }) => visibleText(name));
  const more = frozen.length > names.length ? t` and ${frozen.length - names.length} more` : '';
  const isOne = others.length === 0;
  return [
    {
      key: 'accounts frozen',
      tone: 'neutral',
      word: t`frozen`,
      title: isOne ? visibleText(first.name) : t`${frozen.length} sub-accounts`,
      text: isOne ? t`is frozen and holds money` : t`are frozen and hold money: ${names.join(', ')}${more}`,
      advice: t`Nothing can be moved there until the exchange opens it again.`,
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
        word: tone === 'warning' ? t`rule: ${word}` : word,
        title: visibleText(name),
        text,
        advice: accountAdvice[kind] ?? ruleAdvice,
        target: { kind: 'account', userId },
        rank: rankOf[tone],
      }),
    );
  return [...others, ...frozenItem(findings.filter(({ kind }) => kind === 'frozen'))];
}
