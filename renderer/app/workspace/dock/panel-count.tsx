import { createContext, use } from 'react';
import type { BlotterCount } from '../use-blotter-counts.ts';

/** What the tabs count, by the name of the panel; a panel without an entry counts nothing. */
export const PanelCountContext = createContext<Readonly<Record<string, BlotterCount>>>({});

export function TabCount({ name }: { readonly name: string }) {
  const counted = use(PanelCountContext)[name];
  if (counted === undefined) return null;
  return (
    <span className="tab-count" title={counted.countNote}>
      {counted.count ?? '–'}
    </span>
  );
}
