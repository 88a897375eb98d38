/** Whether one of these options has that value. */
export function isIn<V>(options: readonly { readonly value: V }[], value: V): boolean {
  return options.some(each => each.value === value);
}
