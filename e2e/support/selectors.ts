/**
 * Returns false when every alternative of the selector requires a class that no element has. The document then need not be searched
 * for the selector, which is so for most selectors.
 */
export function mayMatch(selector: string, classes: ReadonlySet<string>): boolean {
  if (selector.includes('\\')) return true
  let plain = selector.replaceAll(/\[[^\]]*\]/g, '')
  for (let before = ''; before !== plain;) {
    before = plain
    plain = plain.replaceAll(/\([^()]*\)/g, '')
  }
  return plain
    .split(',')
    .some((alternative) =>
      [...alternative.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => classes.has(name)),
    )
}
