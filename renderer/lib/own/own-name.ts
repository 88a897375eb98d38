import { visibleText } from '#shared/visible-text.ts';
import { ownText } from './privacy.ts';

/** The name of an account within a text; the highest level of privacy hides it. */
export function ownName(name: string): string {
  return ownText(visibleText(name), 'figure');
}
