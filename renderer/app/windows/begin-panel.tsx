import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { releaseDeferredReads } from '#bridge/opening/book-first.ts';
import { Providers } from '../providers.tsx';
import { PanelPage } from './panel-page.tsx';

/** Begins the window of one panel: here nothing has to wait for the book. */
export function beginPanel(root: Element, client: QueryClient): void {
  releaseDeferredReads();
  createRoot(root).render(
    <StrictMode>
      <Providers client={client}>
        <PanelPage />
      </Providers>
    </StrictMode>,
  );
}
