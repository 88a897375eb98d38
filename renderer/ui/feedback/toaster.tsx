import { Button } from '../form/button.tsx';
import { dismissToast, type Toast, useToasts } from './toast-queue.ts';
import './toast.css';
import { useToastPlace } from './use-toast-place.ts';
import { t } from '#shared/words/t.ts';

/** Where toasts appear: bottom right above the status bar, or beside the controls that are there. Mount it once. */
export function Toaster() {
  const toasts = useToasts();
  const ref = useToastPlace(toasts);
  return (
    <div ref={ref} className="toaster" role="log" aria-live="polite" aria-label={t`Messages`}>
      {toasts.map(toast => (
        <div key={toast.id} className={`toast toast-${toast.tone}`}>
          <span className="toast-text selectable">{toast.text}</span>
          <TradingAction toast={toast} />
          <Button variant="quiet" size="small" label={t`Dismiss`} onPress={() => dismissToast(toast.id)}>
            ✕
          </Button>
        </div>
      ))}
    </div>
  );
}

function TradingAction({ toast: { id, action } }: { readonly toast: Toast }) {
  if (action === undefined) return null;
  const onPress = () => {
    action.onPress();
    dismissToast(id);
  };
  return (
    <Button size="small" onPress={onPress}>
      {action.label}
    </Button>
  );
}
