import { useState } from 'react';
import { Button } from '#ui/form/button.tsx';
import { Input } from '#ui/form/input.tsx';
import { t } from '#shared/words/t.ts';

interface MarkedGroupProps {
  readonly count: number;
  /** empty: out of their groups */
  readonly onGroup: (group: string) => void;
}

/** Puts all marked accounts into one group of the user. */
export function MarkedGroup({ count, onGroup }: MarkedGroupProps) {
  const [text, setText] = useState('');
  const group = text.trim();
  return (
    <form
      className="overseer-marked"
      onSubmit={event => {
        event.preventDefault();
        if (group !== '') onGroup(group);
      }}
    >
      <Input
        label={t`Group of selected accounts`}
        placeholder={t`group`}
        value={text}
        onChange={setText}
        maxLength={40}
      />
      <Button
        size="small"
        disabledReason={group === '' ? t`Enter a group name` : null}
        onPress={() => onGroup(group)}
      >{t`Add ${count} selected`}</Button>
      <Button size="small" variant="quiet" onPress={() => onGroup('')}>{t`Remove from groups`}</Button>
    </form>
  );
}
