import { useState } from 'react';
import {
  ambiguousFigure,
  type DecimalSign,
  isAmbiguous,
  keptText,
  shownText,
  withoutUnit,
} from '#shared/order-entry/typed-figure.ts';
import { catalogue } from '#shared/words/t.ts';

/**
 * Figures are kept as the exchange writes them, with a point; fields show them with the decimal sign of the page. While
 * something is typed its text stays as it is: a separator that is replaced under the next key would change the figure.
 */

/** What the page writes before the decimals. */
export const decimalSign: DecimalSign = catalogue?.separators.decimal === ',' ? ',' : '.';

/** What is kept of what a field shows; a figure that may mean two keeps its comma, see `keptText`. */
export function keptFigure(shown: string): string {
  return keptText(shown, decimalSign);
}

type FigureField = Pick<HTMLInputElement, 'setCustomValidity' | 'reportValidity'>;

/** Shows the reason at the field why its text is refused; null: it is not. */
export function reportRefused(field: FigureField, reason: string | null): void {
  field.setCustomValidity(reason ?? '');
  if (reason !== null) field.reportValidity();
}

interface TypedText {
  readonly shown: string;
  readonly kept: string;
}

interface FigureText {
  /** for the field */
  readonly shown: string;
  /** the field was changed to this text, which is kept so */
  readonly type: (shown: string, kept: string) => void;
  /** shows the kept figure in the writing of the page again */
  readonly settle: () => void;
}

/** The text of a field with a figure: as typed while it is what is kept, else the kept figure as the page writes it. */
export function useFigureText(value: string, onChange: (kept: string) => void): FigureText {
  const [typed, setTyped] = useState<TypedText | null>(null);
  return {
    shown: typed?.kept === value ? typed.shown : shownText(value, decimalSign),
    type: (shown, kept) => {
      setTyped({ shown, kept });
      if (kept !== value) onChange(kept);
    },
    settle: () => setTyped(null),
  };
}

interface FigureInputOptions {
  readonly value: string;
  readonly onChange: (kept: string) => void;
  /** what the figure is in; it may be typed behind it */
  readonly unit?: string | undefined;
}

/** Properties of an input for a text with figures in it. */
export function useFigureInput({ value, onChange, unit = '' }: FigureInputOptions) {
  const text = useFigureText(value, onChange);
  return {
    value: text.shown,
    onBlur: text.settle,
    onChange: ({ target }: { readonly target: HTMLInputElement }) => {
      const kept = keptFigure(withoutUnit(target.value, unit));
      reportRefused(target, isAmbiguous(kept) ? ambiguousFigure : null);
      text.type(target.value, kept);
    },
  };
}
