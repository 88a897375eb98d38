import { createElement, Fragment, type ReactNode } from 'react';
import { catalogue } from '#shared/words/t.ts';

/** As `t`, for a message with parts that are drawn: names in bold, figures, marks. */
export function rich(parts: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode {
  const drawn = catalogue === null ? parts.flatMap((part, at) => [part, values[at]]) : catalogue.arrange(parts, values);
  return createElement(Fragment, null, ...drawn);
}
