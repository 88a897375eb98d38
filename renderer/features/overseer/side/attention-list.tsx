import { isInfoKey } from '#lib/keys/keyboard.ts';
import { ownName } from '#lib/own/own-name.ts';
import { Button } from '#ui/form/button.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { useWholeItems } from '#ui/panel/whole-items.ts';
import { Chip } from '#ui/value/chip.tsx';
import type { Finding } from '../model/attention.ts';
import { findingChip, findingText, frozenText } from './finding-text.ts';
import { t } from '#shared/words/t.ts';

interface AttentionListProps {
  readonly findings: readonly Finding[];
  readonly onChoose: (userId: string) => void;
  /** shows all frozen accounts */
  readonly onFrozen: () => void;
  readonly onRules: () => void;
  readonly onAcknowledge: (finding: Finding) => void;
}

/** One line of the list. */
interface Line {
  readonly key: string;
  readonly chip: ReturnType<typeof findingChip>;
  readonly title: string;
  readonly text: string;
  readonly onPress: () => void;
  /** null: it is no limit breach, or is acknowledged */
  readonly onAcknowledge: (() => void) | null;
  readonly isAcknowledged: boolean;
}

/** Frozen accounts are no news: more than one are one line, which the rest is not pushed down by. */
function linesOf({ findings, onChoose, onFrozen, onAcknowledge }: AttentionListProps): readonly Line[] {
  const frozen = findings.filter(({ kind }) => kind === 'frozen');
  const [first, ...others] = frozen;
  const single = others.length > 0 ? findings.filter(({ kind }) => kind !== 'frozen') : findings;
  const lines = single.map(finding => ({
    key: finding.key,
    chip: findingChip(finding),
    title: ownName(finding.name),
    text: findingText(finding),
    onPress: () => onChoose(finding.userId),
    onAcknowledge: finding.percent === null || finding.isAcknowledged ? null : () => onAcknowledge(finding),
    isAcknowledged: finding.isAcknowledged,
  }));
  if (first === undefined || others.length === 0) return lines;
  const text = frozenText(frozen.map(({ name }) => name));
  const own = { onPress: onFrozen, onAcknowledge: null, isAcknowledged: false };
  return [...lines, { key: 'frozen', chip: findingChip(first), ...text, ...own }];
}

/** How many items of the list are not acknowledged: frozen accounts are one. */
export function openItemCount(findings: readonly Finding[]): number {
  const frozenCount = findings.filter(({ kind }) => kind === 'frozen').length;
  const open = findings.filter(({ isAcknowledged }) => !isAcknowledged);
  return open.length - Math.max(0, frozenCount - 1);
}

function itemCountText(count: number): string {
  return count === 1 ? t`1 item` : t`${count} items`;
}

/** What deserves a look, the worst first; pressing one shows the account. */
export function AttentionList(props: AttentionListProps) {
  const list = useWholeItems();
  // names follow what is hidden
  usePrivacy();
  const lines = linesOf(props);
  return (
    <section className="overseer-box overseer-attention" aria-labelledby="overseer-attention">
      <header className="overseer-box-head">
        <h3 id="overseer-attention">{t`Attention`}</h3>
        <span className="overseer-count number">{itemCountText(openItemCount(props.findings))}</span>
        <Button size="small" variant="quiet" onPress={props.onRules}>{t`Rules…`}</Button>
      </header>
      {lines.length === 0 ? (
        <p className="overseer-note">{t`No limit breaches and no unknown values.`}</p>
      ) : (
        <ul ref={list} className="overseer-list">
          {lines.map(({ key, chip, title, text, onPress, onAcknowledge, isAcknowledged }) => (
            <li key={key} className={isAcknowledged ? 'overseer-acknowledged' : undefined}>
              <button
                type="button"
                className="overseer-item"
                onClick={onPress}
                onKeyDown={event => {
                  if (isInfoKey(event)) onPress();
                }}
              >
                <Chip tone={chip.tone}>{chip.word}</Chip>
                <span>
                  <b>{title}</b> {text}
                  {isAcknowledged ? ` · ${t`acknowledged`}` : null}
                </span>
              </button>
              {onAcknowledge === null ? null : (
                <Button size="small" variant="quiet" label={t`Acknowledge: ${title} ${text}`} onPress={onAcknowledge}>
                  ✓
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
