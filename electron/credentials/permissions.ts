import type { ApiKeyInfo } from '#shared/domain/account/account.ts';

const harmless = new Set(['general', 'spot', 'margin', 'futures', 'earn', 'unified', 'innertransfer', 'transfer']);
const trading = new Set(['spot', 'margin', 'futures']);

const words = (permissions: readonly string[]) => permissions.map(permission => permission.trim().toLowerCase());

/** Whether the exchange says that this key can take money out. */
export function canWithdraw(info: ApiKeyInfo | null): boolean {
  return info !== null && words(info.permissions).some(name => name.includes('withdraw'));
}

/**
 * What the user should know of a key before money depends on it; loudest first. `info` is null when the exchange does
 * not report the permissions of its keys.
 */
export function keyWarnings(info: ApiKeyInfo | null, isReadOnly: boolean): string[] {
  if (info === null) {
    return ['The exchange does not tell what this key may do. Make sure that it cannot withdraw.'];
  }
  const names = words(info.permissions);
  const warnings: string[] = [];
  if (canWithdraw(info)) {
    warnings.push(
      'DANGER: this key can withdraw money. Fathom never needs that. Make a key without it and remove this one.',
    );
  }
  const strange = info.permissions.filter((_, index) => isStrange(names[index] ?? ''));
  if (strange.length > 0) warnings.push(`The key has rights that Fathom does not know: ${strange.join(', ')}.`);
  if (info.permissions.length === 0)
    warnings.push('The exchange does not tell what this key may do. Make sure that it cannot withdraw.');
  if (info.ipWhitelist.length === 0) {
    warnings.push('The key works from any address. Bind it to the address of this desk at the exchange.');
  }
  if (!isReadOnly && info.permissions.length > 0 && !names.some(name => trading.has(name))) {
    warnings.push(
      'The key cannot trade: the permissions Spot, Margin and Futures are missing. The exchange will reject orders.',
    );
  }
  return warnings;
}

function isStrange(name: string): boolean {
  return !harmless.has(name) && !name.includes('withdraw');
}
