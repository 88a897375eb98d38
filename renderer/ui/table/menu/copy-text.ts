/**
 * Puts a text on the clipboard, in answer to a press of the user; false: the browser did not let it. The page holds no
 * permission for the clipboard's own API, so it answers the copy that it asks for.
 */
export function copyText(text: string): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    // a selection elsewhere in the page must not come along
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    isCopied = event.clipboardData !== null;
  };
  document.addEventListener('copy', onCopy, { capture: true });
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the one way without a permission that lets a page also read
    document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true });
  }
  return isCopied;
}
