import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { createQueryClient } from '#bridge/query-client.ts';
import { PanelBoundary } from './panel-boundary.tsx';

// there is nothing to tell before there is a window
const Toaster = lazy(async () => ({ default: (await import('#ui/feedback/toaster.tsx')).Toaster }));

/** What everything stands in: the cache, the toasts, and the last net under the whole window. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <PanelBoundary title="Fathom">{children}</PanelBoundary>
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </QueryClientProvider>
  );
}
