import { type Session, session } from 'electron';
import type { PageFiles } from '../page/page-files.ts';
import { isOfOrigin } from '../page/page-origin.ts';

/** A page's session: in memory only, no permission, no network, no file; it serves its page and nothing else. */

export interface PageSessionOptions {
  /** Without the `persist:` prefix Electron keeps a partition in memory. */
  readonly partition: string;
  readonly origin: string;
  readonly pageFiles: PageFiles;
  /** only under `npm run dev` */
  readonly devOrigin: string | null;
}

function answerPage(request: Request, { pageFiles, origin }: PageSessionOptions): Response {
  if (request.method !== 'GET' || !isOfOrigin(request.url, origin)) return new Response(null, { status: 403 });
  const { status, headers, body } = pageFiles.answer(new URL(request.url).pathname);
  return new Response(new Uint8Array(body), { status, headers });
}

function denyPermissions(ours: Session): void {
  // Electron grants requests without a handler
  ours.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  ours.setPermissionCheckHandler(() => false);
  ours.setDevicePermissionHandler(() => false);
  ours.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}

function isAllowedRequest(url: string, { origin, devOrigin }: PageSessionOptions): boolean {
  if (isOfOrigin(url, origin)) return true;
  if (devOrigin === null) return false;
  return isOfOrigin(url, devOrigin) || isOfOrigin(url, devOrigin.replace('http:', 'ws:'));
}

/** Makes the one session of a page. Call it once for a partition, after Electron is ready. */
export function createPageSession(options: PageSessionOptions): Session {
  const ours = session.fromPartition(options.partition, { cache: false });
  denyPermissions(ours);
  ours.protocol.handle('app', request => answerPage(request, options));
  ours.webRequest.onBeforeRequest((request, answer) => answer({ cancel: !isAllowedRequest(request.url, options) }));
  ours.on('will-download', event => event.preventDefault());
  ours.setSpellCheckerEnabled(false);
  return ours;
}
