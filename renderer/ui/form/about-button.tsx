import { Button } from './button.tsx';
import { t } from '#shared/words/t.ts';

interface AboutButtonProps {
  /** the subject of the card */
  readonly name: string;
  readonly onPress: () => void;
}

/** Opens the card of something; on a row of a table the key I does the same. */
export function AboutButton({ name, onPress }: AboutButtonProps) {
  return (
    <Button size="small" variant="quiet" label={t`About ${name} (I)`} onPress={onPress}>
      <span className="about-mark" aria-hidden="true">
        i
      </span>
    </Button>
  );
}
