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

/** A button that asks the computer for a JSON file and reads it here; nothing of it leaves the page. */
export function FileButton({ children, label, onText }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const [file] = Array.from(target.files ?? []);
    if (file === undefined) return;
    onText(await file.text(), file.name);
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
