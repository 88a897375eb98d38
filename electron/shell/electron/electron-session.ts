import { type Session, session } from 'electron';
import type { PageFiles } from '../page/page-files.ts';
import { electronOrigin, isOfOrigin } from '../page/page-origin.ts';

/** The page's session: in memory only, no permission, no network, no file; it serves the page and nothing else. */

export interface SessionOptions {
  readonly pageFiles: PageFiles;
  /** only under `npm run dev` */
  readonly devOrigin: string | null;
}

/** Without the `persist:` prefix Electron keeps a partition in memory. */
const partition = 'fathom';

function answerPage(request: Request, pageFiles: PageFiles): Response {
  if (request.method !== 'GET' || !isOfOrigin(request.url, electronOrigin)) return new Response(null, { status: 403 });
  const { status, headers, body } = pageFiles.answer(new URL(request.url).pathname);
  return new Response(new Uint8Array(body), { status, headers });
}

function denyPermissions(ours: Session): void {
  // Electron grants what nobody handles
  ours.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  ours.setPermissionCheckHandler(() => false);
  ours.setDevicePermissionHandler(() => false);
  ours.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}

function isAllowedRequest(url: string, devOriginNow: string | null): boolean {
  if (isOfOrigin(url, electronOrigin)) return true;
  if (devOriginNow === null) return false;
  return isOfOrigin(url, devOriginNow) || isOfOrigin(url, devOriginNow.replace('http:', 'ws:'));
}

/** Makes the one session that the window uses. Call it once, after Electron is ready. */
export function createPageSession({ pageFiles, devOrigin }: SessionOptions): Session {
  const ours = session.fromPartition(partition, { cache: false });
  denyPermissions(ours);
  ours.protocol.handle('app', request => answerPage(request, pageFiles));
  ours.webRequest.onBeforeRequest((request, answer) => answer({ cancel: !isAllowedRequest(request.url, devOrigin) }));
  ours.on('will-download', event => event.preventDefault());
  ours.setSpellCheckerEnabled(false);
  return ours;
}
