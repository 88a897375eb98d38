import { contextBridge, ipcRenderer } from 'electron';

/** The trusted page's end of its own door in Electron: three channels, and nothing of the main page's. */
const trusted = Object.freeze({
  question: (): Promise<unknown> => ipcRenderer.invoke('trusted:question'),
  reply: (reply: unknown): Promise<unknown> => ipcRenderer.invoke('trusted:reply', reply),
  close: (): void => void ipcRenderer.invoke('trusted:close'),
});

contextBridge.exposeInMainWorld('trusted', trusted);
