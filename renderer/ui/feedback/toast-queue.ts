import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly tone: 'neutral' | 'up' | 'warning' | 'danger';
  readonly text: string;
}

/** Long enough to read two lines; what must be seen stays until it is dismissed. */
const lifeMs = 6000;
const most = 5;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Tells the user of the outcome of their own act. Warnings and failures stay until dismissed. */
export function showToast(tone: Toast['tone'], text: string): void {
  const toast: Toast = { id: nextId, tone, text };
  nextId += 1;
  replace([...toasts, toast].slice(-most));
  if (tone === 'neutral' || tone === 'up') setTimeout(() => dismissToast(toast.id), lifeMs);
}

export function dismissToast(id: number): void {
  replace(toasts.filter(toast => toast.id !== id));
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}
