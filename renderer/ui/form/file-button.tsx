import { type ChangeEvent, useRef } from 'react';
import { Button } from './button.tsx';

interface FileButtonProps {
  /** the words of the button */
  readonly children: string;
  /** what file is meant, for screen readers */
  readonly label: string;
  /** Hears what the file says, and its name. */
  readonly onText: (text: string, name: string) => void;
}

/** A larger file is not ours, and the reader reports it from its beginning. */
const mostBytes = 1_000_000;

/** A button that asks the computer for a JSON file and reads it here; nothing of it leaves the page. */
export function FileButton({ children, label, onText }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const [file] = Array.from(target.files ?? []);
    if (file === undefined) return;
    // a file that cannot be read is as good as an empty one: neither says what is asked for
    onText(
      await file
        .slice(0, mostBytes)
        .text()
        .catch(() => ''),
      file.name,
    );
    // the same file again is a choice too
    target.value = '';
  };
  return (
    <>
      <Button onPress={() => input.current?.click()}>{children}</Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={label}
        className="visually-hidden"
        tabIndex={-1}
        onChange={event => void read(event)}
      />
    </>
  );
}
