import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { ListBox, ListBoxItem, ListStateContext } from 'react-aria-components/ListBox';
import { Input, TextField } from 'react-aria-components/TextField';
import { isEnter } from '#lib/keys/keyboard.ts';
import './combobox.css';

interface Identified {
  readonly id: string;
}

export interface ComboboxProps<Item extends Identified> {
  /** of the field */
  readonly label: string;
  /** of the list under it */
  readonly listLabel: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** what fits what is typed, the best first */
  readonly items: readonly Item[];
  /** what is heard of one */
  readonly textOf: (item: Item) => string;
  /** what is seen of one */
  readonly children: (item: Item) => ReactNode;
  readonly onChoose: (item: Item) => void;
}

interface Choosing {
  readonly typed: string;
  /** an arrow led to another one than the best */
  readonly isMoved: RefObject<boolean>;
}

const ChoosingContext = createContext<Choosing>({ typed: '', isMoved: { current: false } });
const arrows = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp']);

/** A field and the list of what fits it, always open: arrows go through the list, Enter or a press takes one, at first the best. */
export function Combobox<Item extends Identified>(props: ComboboxProps<Item>) {
  const { label, listLabel, typed, onType, items, textOf, children, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  const isMoved = useRef(false);
  const choosing = useMemo(() => ({ typed, isMoved }), [typed]);
  const choose = (key: unknown) => {
    const item = items.find(({ id }) => id === key) ?? items[0];
    if (item !== undefined) onChoose(item);
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (arrows.has(event.key)) isMoved.current = true;
    if (!isEnter(event)) return;
    // taken here, before the list has heard of what was typed last, it is not lost
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) choose(list.current?.querySelector('[data-focused]')?.getAttribute('data-key'));
  };
  return (
    <Autocomplete
      inputValue={typed}
      onInputChange={next => {
        isMoved.current = false;
        onType(next);
      }}
    >
      <TextField aria-label={label} autoFocus className="combobox-field">
        <Input
          className="input combobox-input"
          role="combobox"
          aria-expanded="true"
          onKeyDownCapture={onKeyDownCapture}
        />
      </TextField>
      <ChoosingContext value={choosing}>
        <ListBox
          ref={list}
          aria-label={listLabel}
          items={items}
          onAction={choose}
          shouldFocusWrap
          className="combobox-list"
        >
          {item => (
            <ListBoxItem
              id={item.id}
              textValue={textOf(item)}
              className="combobox-option"
              render={(drawn, { isFocused }) =>
                'href' in drawn ? <a {...drawn} /> : <div {...drawn} aria-selected={isFocused} />
              }
            >
              {children(item)}
              <Best id={item.id} />
            </ListBoxItem>
          )}
        </ListBox>
      </ChoosingContext>
    </Autocomplete>
  );
}

/** In every item: the first in the list is the chosen one until an arrow leads elsewhere, whatever was typed or comes later. */
function Best({ id }: Identified) {
  const state = useContext(ListStateContext);
  const { typed, isMoved } = useContext(ChoosingContext);
  const isBest = state?.collection.getFirstKey() === id;
  const manager = state?.selectionManager;
  const isNoneChosen = manager?.focusedKey === null || manager?.isFocused === false;
  useEffect(() => {
    if (!isBest || manager === undefined) return;
    manager.setFocused(true);
    if (!isMoved.current || manager.focusedKey === null) manager.setFocusedKey(id);
    // oxlint-disable-next-line react/exhaustive-deps -- the manager is another with each draw
  }, [isBest, isNoneChosen, typed, id]);
  return null;
}
