import { isHidden } from '#lib/own/privacy.ts';
import { showToast } from '../../feedback/toast-queue.ts';
import type { MenuGroups, MenuItem } from '../../menu/menu-item.ts';
import { MenuList } from '../../menu/menu-list.tsx';
import { copyText } from './copy-text.ts';
import { t } from '#shared/words/t.ts';

interface RowMenuProps<Row> {
  /** what the table lists */
  readonly label: string;
  readonly row: Row;
  /** the name that the exchange gave it; null: it has none */
  readonly id: string | null;
  /** what else can be done with it */
  readonly groups: MenuGroups;
  readonly at: DOMRect;
  /** `isBack`: the focus returns to the row */
  readonly onClose: (isBack: boolean) => void;
}

function copy(what: string, text: string, hasFigures: boolean): void {
  const rest = hasFigures && isHidden() ? t` It holds the figures that the screen hides.` : '';
  if (copyText(text)) showToast('neutral', t`${what} copied.${rest}`);
  else showToast('warning', t`${what} could not be copied: the window did not let Fathom write to the clipboard.`);
}

/** What can be done with one row of a table. */
export function RowMenu<Row>({ label, row, id, groups, at, onClose }: RowMenuProps<Row>) {
  const copies: readonly MenuItem[] = [
    {
      id: 'copy-id',
      label: t`Copy id`,
      onSelect: () => copy(t`Id`, id ?? '', false),
      disabledReason: id === null ? t`The exchange gives it no id` : null,
    },
    {
      id: 'copy-json',
      label: t`Copy row as JSON`,
      onSelect: () => copy(t`Row`, JSON.stringify(row, null, 2), true),
    },
  ];
  return <MenuList label={t`Row of ${label}`} groups={[...groups, copies]} anchor={() => at} onClose={onClose} />;
}
