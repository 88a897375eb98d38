import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly tone: 'neutral' | 'up' | 'warning' | 'danger';
  readonly text: string;
  readonly isStaying: boolean;
  /** what can be done about it; its press dismisses the toast as well */
  readonly action: ToastAction | undefined;
}

export interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

export interface ToastOptions {
  /** what it is about: a toast about the same, still shown, takes the new text instead of a second one coming */
  readonly about?: string;
  /** it stays until it is dismissed, as warnings and failures always do */
  readonly isStaying?: boolean;
  readonly action?: ToastAction;
}

/** Long enough to read two lines; what must be seen stays until it is dismissed. */
const lifeMs = 6000;
/** as many are read at a glance: what goes by itself makes room for what is newer */
const mostRead = 3;
const most = 5;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const idsByAbout = new Map<string, number>();
const lives = new Map<number, ReturnType<typeof setTimeout>>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** With one more, and without the oldest that there is no room for. */
function withToast(toast: Toast): readonly Toast[] {
  if (toasts.some(({ id }) => id === toast.id)) return toasts.map(each => (each.id === toast.id ? toast : each));
  let kept = toasts;
  while (kept.length >= mostRead) {
    const going = kept.find(({ isStaying }) => !isStaying);
    if (going === undefined) break;
    kept = kept.filter(each => each !== going);
  }
  return [...kept, toast].slice(-most);
}

/** Shows the outcome of the user's own action. Warnings and failures stay until dismissed. */
export function showToast(
  tone: Toast['tone'],
  text: string,
  { about, isStaying = false, action }: ToastOptions = {},
): void {
  const shown = about === undefined ? undefined : idsByAbout.get(about);
  const id = toasts.some(toast => toast.id === shown) && shown !== undefined ? shown : nextId;
  if (id === nextId) nextId += 1;
  if (about !== undefined) idsByAbout.set(about, id);
  const mustStay = isStaying || tone === 'warning' || tone === 'danger';
  replace(withToast({ id, tone, text, isStaying: mustStay, action }));
  clearTimeout(lives.get(id));
  lives.delete(id);
  if (!mustStay) lives.set(id, setTimeout(dismissToast, lifeMs, id));
}

export function dismissToast(id: number): void {
  clearTimeout(lives.get(id));
  lives.delete(id);
  for (const [about, aboutId] of idsByAbout) if (aboutId === id) idsByAbout.delete(about);
  replace(toasts.filter(toast => toast.id !== id));
}

/** Whether a toast about this is on the screen. */
export function isToastShown(about: string): boolean {
  const shown = idsByAbout.get(about);
  return toasts.some(({ id }) => id === shown);
}

/** Removes the toast about this: it is no longer true. */
export function withdrawToast(about: string): void {
  const id = idsByAbout.get(about);
  if (id !== undefined) dismissToast(id);
}

/** None is left: their subjects are no longer shown. */
export function dismissToasts(): void {
  for (const { id } of toasts) dismissToast(id);
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
