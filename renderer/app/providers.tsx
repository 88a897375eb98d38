import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyAfterBook } from '#bridge/opening/lazy-after-book.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { PanelBoundary } from './panel-boundary.tsx';

// there is nothing to tell before there is a window
const Toaster = lazyAfterBook(async () => (await import('#ui/feedback/toaster.tsx')).Toaster);

interface ProvidersProps {
  readonly children: ReactNode;
  /** the cache, where it already holds something */
  readonly client?: QueryClient;
}

/** What everything stands in: the cache, the toasts, and the last net under the whole window. */
export function Providers({ children, client: given }: ProvidersProps) {
  const [client] = useState(() => given ?? createQueryClient());
  return (
    <QueryClientProvider client={client}>
      <PanelBoundary title="Fathom">{children}</PanelBoundary>
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </QueryClientProvider>
  );
}
