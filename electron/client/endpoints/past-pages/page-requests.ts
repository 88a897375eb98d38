import type * as z from 'zod/mini';
import { type Result, succeed } from '#shared/errors.ts';
import { catalogue, endpointLabel, type EndpointName } from '#client/catalogue.ts';
import type { Send } from '#client/rest/transport.ts';
import type { CallOptions } from '#client/types.ts';
import { pageOf, rowCountOf } from '../pages.ts';
import type { PastPage, PastPageQuery } from './page-calls.ts';

/** Rows of one page where the document allows it. */
const pageSize = 500;

/** A page as its endpoint answers it. */
export type ReadPage<T> = Pick<PastPage<T>, 'rows' | 'total' | 'next' | 'isUnfinished'>;

export interface PageRequest<B, T> {
  readonly endpoint: EndpointName;
  readonly path?: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number | undefined>>;
  readonly body: z.ZodMiniType<B>;
  readonly toPage: (body: B) => ReadPage<T>;
}

/** Sends one request for a page. The result has the rows and the text of the answer. */
export async function readPage<B, T>(
  send: Send,
  { endpoint, path, query, body, toPage }: PageRequest<B, T>,
  options: CallOptions,
): Promise<Result<PastPage<T>>> {
  let text = '';
  let unreadableCount = 0;
  const read = await send({ endpoint, query, ...(path === undefined ? {} : { path }) }, body, {
    ...options,
    onText: answer => {
      text = answer;
    },
    unreadable: row => {
      unreadableCount += 1;
      options.unreadable?.(row);
    },
  });
  if (!read.ok) return read;
  return succeed({ ...toPage(read.value), unreadableCount, text, endpoint: endpointLabel(catalogue[endpoint]) });
}

interface PageWindow {
  readonly fromMs: number;
  readonly toMs: number;
  readonly page: number;
  readonly size: number;
}

function usualNames({ fromMs, toMs, page, size }: PageWindow): PageRequest<unknown, unknown>['query'] {
  return { startAt: fromMs, endAt: toMs, currentPage: page, pageSize: size };
}

interface Pagination {
  readonly size: number;
  /** the names that the endpoint gives to window and page */
  readonly toQuery: (window: PageWindow) => PageRequest<unknown, unknown>['query'];
}

/** Lists with page numbers: the cursor is the number of the page. */
export function numbered<S extends z.ZodMiniType>(
  endpoint: EndpointName,
  row: S,
  { size = pageSize, toQuery = usualNames }: Partial<Pagination> = {},
) {
  return ({ fromMs, toMs, cursor = '1' }: PastPageQuery) => {
    const page = Number(cursor);
    return {
      endpoint,
      query: toQuery({ fromMs, toMs, page, size }),
      body: pageOf(row),
      toPage: (read: z.output<ReturnType<typeof pageOf<S>>>): ReadPage<z.output<S>> => {
        const isLast = rowCountOf(read) === 0 || page * Math.min(size, read.pageSize) >= read.totalItems;
        return { rows: read.items, total: read.totalItems, next: isLast ? null : String(page + 1) };
      },
    };
  };
}
