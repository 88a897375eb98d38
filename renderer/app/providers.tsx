import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyDeferred } from '#bridge/reads/lazy-deferred.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { PanelBoundary } from './panel-boundary.tsx';

// there is nothing to publish before the first window
const Toaster = lazyDeferred(async () => (await import('#ui/feedback/toaster.tsx')).Toaster);

interface ProvidersProps {
  readonly children: ReactNode;
  /** the cache, where it already holds something */
  readonly client?: QueryClient;
}

/** The outer providers: the cache, the toasts, and the last error boundary of the window. */
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
