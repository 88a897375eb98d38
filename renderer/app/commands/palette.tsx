import { useState } from 'react';
import { keyLabel } from '#lib/keys/keyboard.ts';
import { useCommandStore } from '#state/command-store.ts';
import { Combobox } from '#ui/combobox/combobox.tsx';
import { Dialog } from '#ui/overlay/sheet.tsx';
import './commands.css';
import { findItems, kindLabels, type PaletteItem } from './find-items.ts';
import { useEntered } from './use-entered.ts';
import { usePaletteItems } from './use-items.ts';
import { t } from '#shared/words/t.ts';

const close = () => useCommandStore.getState().show('none');

function run(item: PaletteItem): void {
  // what it opens takes the focus, so this comes first
  close();
  item.run();
}

/** Finds by a few letters what the window can do and show. It opens and shows; nothing is sent from here. */
export function Palette({ profileId }: { readonly profileId: string }) {
  const items = usePaletteItems(profileId);
  const [query, setQuery] = useState(() => useCommandStore.getState().typed);
  const found = findItems(items, query);
  useEntered(found[0], run);
  return (
    <Dialog title={t`Find`} onClose={close}>
      <Combobox
        label={t`Command, market, account or order`}
        listLabel={t`Results`}
        typed={query}
        onType={setQuery}
        items={found}
        textOf={({ kind, title, detail = '' }) => `${kindLabels[kind]} ${title} ${detail}`}
        onChoose={run}
      >
        {item => (
          <>
            <span className="palette-kind">{kindLabels[item.kind]}</span>
            <span className="palette-title">{item.title}</span>
            <span className="palette-detail">{item.detail}</span>
            {item.keys === undefined ? null : <kbd>{keyLabel(item.keys, item.id === 'killSwitch')}</kbd>}
          </>
        )}
      </Combobox>
      {found.length === 0 ? <p className="palette-none">{t`No result for “${query}”.`}</p> : null}
    </Dialog>
  );
}
