import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../query-client.ts';

/** For tests: draws a part of the page over a cache, its own unless one is given; drawn again over the same. */
export function renderPage(part: ReactNode, client: QueryClient = createQueryClient()): RenderResult {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return render(part, { wrapper });
}
