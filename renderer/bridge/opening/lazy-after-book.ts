import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { afterFirstBook } from './book-first.ts';

/** A component whose file is not even asked for before the first book: it would be read and evaluated in its way. */
export function lazyAfterBook<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    await afterFirstBook();
    return { default: await load() };
  });
}
