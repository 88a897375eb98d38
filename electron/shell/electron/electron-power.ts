import { powerSaveBlocker } from 'electron';

/** Prevents the system from suspending the program, and allows it again. The display may still go dark. */
export function createPowerBlock(): (isNeeded: boolean) => void {
  let blockId: number | null = null;
  return isNeeded => {
    if (isNeeded && blockId === null) blockId = powerSaveBlocker.start('prevent-app-suspension');
    if (!isNeeded && blockId !== null) {
      powerSaveBlocker.stop(blockId);
      blockId = null;
    }
  };
}
