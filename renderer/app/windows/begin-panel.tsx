import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { endDeferral } from '#bridge/reads/deferral.ts';
import { Providers } from '../providers.tsx';
import { PanelPage } from './panel-page.tsx';

/** Renders the window of one panel. Nothing is deferred here. */
export function beginPanel(root: Element, client: QueryClient): void {
  endDeferral();
  createRoot(root).render(
    <StrictMode>
      <Providers client={client}>
        <PanelPage />
      </Providers>
    </StrictMode>,
  );
}
