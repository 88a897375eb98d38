import { contextBridge, ipcRenderer } from 'electron';

/** The trusted page's side of its own bridge in Electron: three channels, none of them shared with the main page. */
const trusted = Object.freeze({
  question: (): Promise<unknown> => ipcRenderer.invoke('trusted:question'),
  reply: (reply: unknown): Promise<unknown> => ipcRenderer.invoke('trusted:reply', reply),
  close: (): void => void ipcRenderer.invoke('trusted:close'),
});

contextBridge.exposeInMainWorld('trusted', trusted);
