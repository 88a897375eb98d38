import { visibleText } from '#shared/visible-text.ts';
import { Button } from '#ui/form/button.tsx';
import { useWholeItems } from '#ui/panel/whole-items.ts';
import { Chip } from '#ui/value/chip.tsx';
import type { Finding } from '../model/attention.ts';
import { findingChip, findingText } from './finding-text.ts';
import { t } from '#shared/words/t.ts';

interface AttentionListProps {
  readonly findings: readonly Finding[];
  readonly onChoose: (userId: string) => void;
  readonly onRules: () => void;
}

/** What deserves a look, the worst first; pressing one shows the account. */
export function AttentionList({ findings, onChoose, onRules }: AttentionListProps) {
  const list = useWholeItems();
  return (
    <section className="overseer-box" aria-labelledby="overseer-attention">
      <header className="overseer-box-head">
        <h3 id="overseer-attention">{t`Attention`}</h3>
        <span className="overseer-count number">{findings.length}</span>
        <Button size="small" variant="quiet" onPress={onRules}>{t`Rules…`}</Button>
      </header>
      {findings.length === 0 ? (
        <p className="overseer-note">{t`No account breaks a rule, and all figures are known.`}</p>
      ) : (
        <ul ref={list} className="overseer-list">
          {findings.map(finding => {
            const { tone, word } = findingChip(finding);
            return (
              <li key={finding.key}>
                <button type="button" className="overseer-item" onClick={() => onChoose(finding.userId)}>
                  <Chip tone={tone}>{word}</Chip>
                  <span>
                    <b>{visibleText(finding.name)}</b> {findingText(finding)}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
