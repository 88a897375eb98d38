import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { visibleText } from '#shared/visible-text.ts';
import { Button } from '../form/button.tsx';
import { ErrorState, ErrorStrip } from '../panel/panel-failure.tsx';
import type { PanelRead } from '../panel/panel-read.ts';
import { Skeleton } from '../panel/panel-states.tsx';
import './overlay.css';
import { FiguresShownContext } from '../value/hidden.tsx';
import { useModal } from './use-modal.ts';
import { t } from '#shared/words/t.ts';

export interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** what the body is made of: without its data the sheet shows that it loads, or why it failed, with a way to retry */
  readonly read?: PanelRead<unknown> | undefined;
  /** buttons at the bottom, the deciding one last */
  readonly actions?: ReactNode;
  /** `sheet` opens at the right, `dialog` is in the middle */
  readonly shape?: 'sheet' | 'dialog' | undefined;
  /** while something runs: it cannot be closed */
  readonly isLocked?: boolean | undefined;
  /** it contains a table */
  readonly isWide?: boolean | undefined;
  /** keys pressed anywhere in it */
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  /** the window beside it stays in use: what is composed there shows elsewhere */
  readonly isBeside?: boolean | undefined;
  /** the account that an action here lands on; its colour frames the sheet */
  readonly profile?: { readonly name: string; readonly colour: string } | undefined;
}

/** A modal layer. Mount it to open it, unmount it to close it. */
export function Sheet(props: SheetProps) {
  const { title, onClose, shape = 'sheet', isLocked = false, isBeside = false, profile } = props;
  const titleId = useId();
  const { ref, onCancel } = useModal(onClose, { isLocked, isBeside });
  return (
    <dialog
      ref={ref}
      className={`overlay overlay-${shape}`}
      data-profile={profile?.colour}
      data-beside={isBeside}
      data-wide={props.isWide}
      aria-labelledby={titleId}
      onCancel={onCancel}
      onKeyDown={event => {
        // one press is one answer: a key that is held would press the button that comes under the focus next
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
        props.onKeyDown?.(event);
        // the browser cancels only what is modal
        if (isBeside && event.key === 'Escape' && !event.defaultPrevented) onCancel(event);
      }}
    >
      <header className="overlay-header">
        <h2 id={titleId} className="overlay-title">
          {visibleText(title)}
        </h2>
        {profile === undefined ? null : <span className="overlay-profile">{profile.name}</span>}
        <Button
          variant="quiet"
          size="small"
          label={t`Close`}
          onPress={onClose}
          disabledReason={isLocked ? t`Still working` : null}
        >
          ✕
        </Button>
      </header>
      {/* a sheet of an account is an action's, and an action is never sent blind */}
      <FiguresShownContext value={profile !== undefined}>
        <div className="overlay-body">
          <Body read={props.read}>{props.children}</Body>
        </div>
      </FiguresShownContext>
      {props.actions === undefined ? null : <footer className="overlay-actions">{props.actions}</footer>}
    </dialog>
  );
}

/** Loading and failed are the same in every sheet. */
function Body({ read, children }: Pick<SheetProps, 'read' | 'children'>) {
  if (read === undefined) return children;
  const { data, error } = read;
  if (data === undefined) return error === null ? <Skeleton rows={6} /> : <ErrorState error={error} read={read} />;
  return (
    <>
      {error === null ? null : <ErrorStrip error={error} read={read} />}
      {children}
    </>
  );
}

/** The same in the middle of the window, for a short question. */
export function Dialog(props: Omit<SheetProps, 'shape'>) {
  return <Sheet {...props} shape="dialog" />;
}
