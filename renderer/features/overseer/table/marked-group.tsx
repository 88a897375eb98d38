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
        label={t`Group of the marked accounts`}
        placeholder={t`group`}
        value={text}
        onChange={setText}
        maxLength={40}
      />
      <Button
        size="small"
        disabledReason={group === '' ? t`Name a group` : null}
        onPress={() => onGroup(group)}
      >{t`Put ${count} marked into it`}</Button>
      <Button size="small" variant="quiet" onPress={() => onGroup('')}>{t`Out of their groups`}</Button>
    </form>
  );
}
