import type { App, IpcMainInvokeEvent, WebContents } from 'electron';
import { isOfOrigin } from '../page/page-origin.ts';

/** Restrictions for every page in this program, for any creator of its window. */

interface Navigation {
  readonly url: string;
  preventDefault(): void;
}

function guardNavigation(contents: WebContents, origin: string): void {
  const refuseForeign = (navigation: Navigation) => {
    if (!isOfOrigin(navigation.url, origin)) navigation.preventDefault();
  };
  contents.on('will-navigate', refuseForeign);
  contents.on('will-redirect', refuseForeign);
  contents.on('will-frame-navigate', refuseForeign);
}

/** Locks every page that will ever exist: navigation to our own origin only, no new windows, no webview. */
export function guardAllContents(app: App, origin: string): void {
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, origin);
    // no policy of a page covers WebRTC: without this it sends datagrams to whatever server it is given
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', event => event.preventDefault());
  });
}

function isMessage(sender: unknown): sender is Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'> {
  return typeof sender === 'object' && sender !== null && 'sender' in sender && 'senderFrame' in sender;
}

/** Only the main frame of our own window, showing our own origin; a removed frame is an unknown sender. */
export function isMessageOf(message: unknown, contents: WebContents, origin: string): boolean {
  if (!isMessage(message)) return false;
  const { sender, senderFrame } = message;
  return (
    senderFrame !== null &&
    senderFrame.parent === null &&
    sender.id === contents.id &&
    isOfOrigin(senderFrame.url, origin)
  );
}
