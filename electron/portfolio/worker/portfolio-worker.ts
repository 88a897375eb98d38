import { parentPort, workerData } from 'node:worker_threads';
import { ArchivePlace } from '#archive/archive-place.ts';
import { openReadableArchive } from './readable-archive.ts';
import { PortfolioRequest } from './messages.ts';
import { servePortfolio } from './serve.ts';

/** The figures of the portfolio on a thread of its own, because the main thread places orders. */

const serve = servePortfolio({
  archive: openReadableArchive(ArchivePlace.parse(workerData)),
  nowMs: Date.now,
  post: message => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has no origin
    parentPort?.postMessage(message);
  },
});

parentPort?.on('message', (raw: unknown) => serve(PortfolioRequest.parse(raw)));
