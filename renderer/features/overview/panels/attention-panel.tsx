import { isInfoKey } from '#lib/keys/keyboard.ts';
import { Panel } from '#ui/panel/panel.tsx';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { useWholeItems } from '#ui/panel/whole-items.ts';
import { Chip } from '#ui/value/chip.tsx';
import type { AttentionItem, AttentionTarget } from '../attention/attention-item.ts';
import { t } from '#shared/words/t.ts';

interface AttentionPanelProps {
  readonly read: PanelRead<readonly AttentionItem[]>;
  /** what was not looked at */
  readonly unseen: readonly string[];
  readonly onOpen: (target: AttentionTarget) => void;
}

/** What deserves a look, the worst first, and what to do about it; a press leads to the row. */
export function AttentionPanel({ read, unseen, onOpen }: AttentionPanelProps) {
  return (
    <Panel
      title={t`Attention`}
      read={read}
      empty={items => (items.length > 0 ? null : { reason: nothingText(unseen) })}
      footer={<span>{unseen.length === 0 ? t`All checks completed` : t`Not checked: ${unseen.join(' · ')}`}</span>}
    >
      {items => <AttentionItems items={items} onOpen={onOpen} />}
    </Panel>
  );
}

interface AttentionItemsProps extends Pick<AttentionPanelProps, 'onOpen'> {
  readonly items: readonly AttentionItem[];
}

function AttentionItems({ items, onOpen }: AttentionItemsProps) {
  const list = useWholeItems();
  return (
    <ul ref={list} className="overview-list" aria-label={t`Alerts, most severe first`}>
      {items.map(item => (
        <li key={item.key}>
          <button
            type="button"
            className="overview-item"
            onClick={() => onOpen(item.target)}
            onKeyDown={event => {
              if (isInfoKey(event)) onOpen(item.target);
            }}
          >
            <Chip tone={item.tone}>{item.word}</Chip>
            <span>
              <b>{item.title}</b> {item.text}
              {item.consequences === undefined || item.consequences.length === 0 ? null : (
                <span className="overview-consequences">
                  {item.consequences.map(each => (
                    <span key={each}>{each}</span>
                  ))}
                </span>
              )}
              <span className="overview-advice">{item.advice}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function nothingText(unseen: readonly string[]): string {
  return unseen.length === 0 ? t`No alerts.` : t`No alerts in completed checks.`;
}
