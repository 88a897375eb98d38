import { useState } from 'react';
import type { Oversight } from '#shared/domain/account/oversight.ts';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import type { OverseenLine } from '../model/overseen-lines.ts';
import { setLabel } from './set-label.ts';
import { t } from '#shared/words/t.ts';

interface AccountLabelsProps {
  readonly line: OverseenLine;
  readonly oversight: Oversight;
  readonly onOversight: (part: Partial<Oversight>) => void;
}

/** What this user calls the account's group, and its code of access. */
export function AccountLabels({ line, oversight, onOversight }: AccountLabelsProps) {
  const { account, userId } = line;
  const access = account?.access ?? null;
  return (
    <div className="overseer-texts">
      <KeptText
        key={`group:${userId}:${line.group ?? ''}`}
        label={t`Group`}
        value={line.group ?? ''}
        onKeep={text => onOversight({ groups: setLabel(oversight.groups, userId, text) })}
      />
      {access === null ? null : (
        <KeptText
          key={`access:${access}:${line.accessLabel ?? ''}`}
          label={t`Your label for access “${access}”`}
          value={line.accessLabel ?? ''}
          onKeep={text => onOversight({ accessLabels: setLabel(oversight.accessLabels, access, text) })}
        />
      )}
    </div>
  );
}

interface KeptTextProps {
  readonly label: string;
  readonly value: string;
  readonly onKeep: (text: string) => void;
}

const longest = 60;

/** Kept when the field is left, or by Enter. */
function KeptText({ label, value, onKeep }: KeptTextProps) {
  const [text, setText] = useState(value);
  const keep = () => {
    const next = text.trim();
    if (next !== value) onKeep(next);
  };
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        keep();
      }}
      onBlur={keep}
    >
      <Field label={label}>
        {control => <Input {...control} value={text} onChange={setText} placeholder={t`none`} maxLength={longest} />}
      </Field>
    </form>
  );
}
