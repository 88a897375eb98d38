import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '#bridge/query-client.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { PanelBoundary } from './panel-boundary.tsx';

/** What everything stands in: the cache, the toasts, and the last net under the whole window. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <PanelBoundary title="Fathom">{children}</PanelBoundary>
      <Toaster />
    </QueryClientProvider>
  );
}
