import type { ReactNode } from 'react';
import { visibleText } from '#shared/visible-text.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { AgeChip } from '#ui/panel/age-chip.tsx';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import './cards.css';
import { t } from '#shared/words/t.ts';

interface CardSheetProps<T> {
  readonly title: string;
  readonly read: PanelRead<T>;
  readonly children: (data: T) => ReactNode;
  readonly actions?: ReactNode;
}

/** A card over the window: what is known of one thing, with its age. Escape closes it. */
export function CardSheet<T>({ title, read, children, actions }: CardSheetProps<T>) {
  const showCard = useUiStore(state => state.showCard);
  const onClose = () => showCard(null);
  return (
    <Sheet
      title={title}
      read={read}
      onClose={onClose}
      actions={
        <>
          {actions}
          <Button onPress={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <div className="card-age">
        <AgeChip {...read} asOfMs={read.updatedAtMs} />
      </div>
      {read.data === undefined ? null : children(read.data)}
    </Sheet>
  );
}

interface CardPartProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** One part of a card under its own heading. */
export function CardPart({ title, children }: CardPartProps) {
  return (
    <section className="card-part" aria-label={visibleText(title)}>
      <h3 className="card-heading">{visibleText(title)}</h3>
      {children}
    </section>
  );
}
