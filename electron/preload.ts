import { contextBridge, ipcRenderer } from 'electron';

/** The page's side of the bridge in Electron. It forwards three fixed channels; the page cannot name another one. */

type Listener = (payload: unknown) => void;

function read(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
}

// read by name, because the types of the engine room know no document
const timeline = read(read(globalThis, 'document'), 'timeline');
const listeners = new Map<string, Set<Listener>>();

interface PushedEvent {
  readonly number: number;
  readonly name: string;
  readonly payload: unknown;
}

// The event object stays here: it leads back to Electron's own API.
ipcRenderer.on('desk:event', (_event, { number, name, payload }: PushedEvent) => {
  for (const listener of listeners.get(name) ?? []) {
    try {
      listener(payload);
    } catch (cause) {
      void Promise.reject(cause); // shown as an error of the page; the other listeners must still run
    }
  }
  // the timeline is at a frame; its offset shows when pictures arrive in time
  ipcRenderer.send('desk:taken', number, Number(read(timeline, 'currentTime')) - performance.now());
});

const desk = Object.freeze({
  call: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke('desk:call', name, input),
  on: (name: string, listener: Listener): (() => void) => {
    const own: Listener = payload => listener(payload); // each registration its own, so that an undo undoes one
    const others = listeners.get(name) ?? new Set();
    listeners.set(name, others.add(own));
    return () => void others.delete(own);
  },
});

contextBridge.exposeInMainWorld('desk', desk);
