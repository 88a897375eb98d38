/** Whether a key belongs to what has the focus, or to a layer over the window, and not to the window. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return isKeyOwner(target);
}

/** Whether the keys belong to this element, or to a layer over the window. */
export function isKeyOwner(target: EventTarget | null): boolean {
  const isField =
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="menu"]') !== null;
  return isField || document.querySelector('dialog[open]') !== null;
}
