import { useState } from 'react';
import { Button } from '#ui/form/button.tsx';
import { t } from '#shared/words/t.ts';
import { DeleteSheet } from './delete-sheet.tsx';
import { RetentionSheet } from './retention-sheet.tsx';

type OpenSheet = 'delete' | 'retention';

/** Opens the sheets in which recorded history is deleted, and in which the user chooses how long it is kept. */
export function HistoryControls({ profileId }: { readonly profileId: string }) {
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  const close = () => setSheet(null);
  return (
    <>
      <Button size="small" onPress={() => setSheet('retention')}>{t`Retention…`}</Button>
      <Button size="small" onPress={() => setSheet('delete')}>{t`Delete history…`}</Button>
      {sheet === 'delete' ? <DeleteSheet profileId={profileId} onClose={close} /> : null}
      {sheet === 'retention' ? <RetentionSheet onClose={close} /> : null}
    </>
  );
}
