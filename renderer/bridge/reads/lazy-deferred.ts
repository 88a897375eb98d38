import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { afterDeferral } from './deferral.ts';

/** A lazy component whose file is requested only after the deferral, so that the first view does not wait for it. */
export function lazyDeferred<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    await afterDeferral();
    return { default: await load() };
  });
}
