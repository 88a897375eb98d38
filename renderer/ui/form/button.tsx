import { createContext, type MouseEvent, type ReactNode, use, useEffect, useRef, useState } from 'react';
import './button.css';

export interface ButtonProps {
  readonly children: ReactNode;
  /** May return a promise: the button stays busy until it settles. */
  readonly onPress?: (() => void | Promise<unknown>) | undefined;
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  readonly size?: 'small' | 'medium' | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  /** The same as a promise of onPress that has not settled. */
  readonly isBusy?: boolean | undefined;
  /** Why it cannot be pressed now. It stays focusable and says so; pressing does nothing. */
  readonly disabledReason?: string | null | undefined;
  /** The name for screen readers where the content is a sign. */
  readonly label?: string | undefined;
  readonly isPressed?: boolean | undefined;
  /** the id of what is read out with it */
  readonly describedBy?: string | undefined;
  /** It takes the focus when it appears, because the focused element was removed or locked. Never for a button that sends. */
  readonly isFirst?: boolean | undefined;
}

/** False where Tab must pass by: in a list only the chosen row's buttons are stops, or it takes twenty to leave it. */
export const TabStopContext = createContext(true);

/** A button that acts once: it ignores the second half of a double click and every press while the first one runs. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'medium', type = 'button', disabledReason = null } = props;
  const button = useRef<HTMLButtonElement>(null);
  const isTabStop = use(TabStopContext);
  useEffect(() => {
    if (props.isFirst === true) button.current?.focus();
  }, [props.isFirst]);
  const isRunning = useRef(false);
  const [isOwnBusy, setOwnBusy] = useState(false);
  const isBusy = props.isBusy === true || isOwnBusy;
  const isBlocked = isBusy || disabledReason !== null;
  const run = async () => {
    const result = props.onPress?.();
    if (!(result instanceof Promise)) return;
    isRunning.current = true;
    setOwnBusy(true);
    try {
      await result;
    } finally {
      isRunning.current = false;
      setOwnBusy(false);
    }
  };
  const press = (event: MouseEvent) => {
    if (isBlocked || isRunning.current || event.detail > 1) {
      event.preventDefault();
      return;
    }
    void run();
  };
  return (
    <button
      ref={button}
      // oxlint-disable-next-line react/button-has-type -- one of the two literals above
      type={type}
      tabIndex={isTabStop ? undefined : -1}
      className={`button button-${variant} button-${size}`}
      aria-disabled={isBlocked}
      aria-busy={isBusy}
      aria-label={props.label}
      aria-pressed={props.isPressed}
      aria-describedby={props.describedBy}
      title={disabledReason ?? props.label}
      onClick={press}
    >
      {isBusy ? <span className="button-spinner" aria-hidden="true" /> : null}
      {props.children}
    </button>
  );
}
