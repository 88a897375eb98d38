/** Whether a key belongs to what has the focus, or to a layer over the window, and not to the window. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  const isField =
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="menu"]') !== null;
  return isField || document.querySelector('dialog[open]') !== null;
}
