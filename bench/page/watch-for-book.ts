/** In the page, before any script of it: notes when the first book has been painted, by the page's own clock. */
export function watchForBook(rowCount: number): void {
  if (window.top !== window) return;
  const isThere = (): boolean =>
    ['Asks', 'Bids'].every(
      side => document.querySelectorAll(`[role="table"][aria-label="${side}"] [role="row"]`).length > rowCount,
    );
  window.firstBookMs = new Promise(resolve => {
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      // the message comes when the frame that shows it is done
      const { port1, port2 } = new MessageChannel();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this way the port begins by itself
      port1.onmessage = () => resolve(performance.now());
      requestAnimationFrame(() => port2.postMessage(null));
    });
    observer.observe(document, { subtree: true, childList: true });
  });
}
