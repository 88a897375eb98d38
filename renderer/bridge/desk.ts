/** What the shell hands to the page. Answers and payloads arrive as `unknown`; call.ts and stream.ts parse them. */
export interface Desk {
  call(name: string, input: unknown): Promise<unknown>;
  on(name: string, listener: (payload: unknown) => void): () => void;
}

declare global {
  interface Window {
    readonly desk?: Desk;
  }
}

/** The only connection of the page to main. Throws when the page was opened outside Fathom's own shells. */
export function desk(): Desk {
  const bridge = window.desk;
  if (bridge === undefined) throw new Error('window.desk is missing: this page only works inside the Fathom shell');
  return bridge;
}
