import { createContext, type ReactNode, use } from 'react';
import { hiddenText, isHidden, type OwnKind } from '#lib/own/privacy.ts';
import { usePrivacy } from './use-privacy.ts';
import './value.css';
import { t } from '#shared/words/t.ts';

/** True where an action is reviewed: nothing is sent without being seen. */
export const FiguresShownContext = createContext(false);

/** Whether an own figure of this kind is hidden here. */
export function useHidden(kind: OwnKind | 'none' = 'amount'): boolean {
  usePrivacy();
  const isShown = use(FiguresShownContext);
  return !isShown && kind !== 'none' && isHidden(kind);
}

/** A picture of own figures, whose lengths and areas would show what is hidden: it is not drawn then. */
export function OwnPicture({ children }: { readonly children: ReactNode }) {
  if (!useHidden('figure')) return children;
  return (
    <p className="hidden-picture">
      <span aria-hidden="true">{hiddenText}</span>
      {t`Hidden by privacy. Hold Alt to show it.`}
    </p>
  );
}

/** In place of an own figure, on the screen and for screen readers. */
export function Hidden() {
  return (
    <span className="number number-unknown" title={t`Hidden by privacy. Hold Alt to show it.`}>
      <span aria-hidden="true">{hiddenText}</span>
      <span className="visually-hidden">{t`hidden`}</span>
    </span>
  );
}
