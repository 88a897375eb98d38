/** The user's words by key with one of them changed; empty text takes it away. */
export function setLabel(words: Readonly<Record<string, string>>, key: string, text: string): Record<string, string> {
  const { [key]: _, ...others } = words;
  return text === '' || key === '' ? others : { ...others, [key]: text };
}
