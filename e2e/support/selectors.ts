/**
 * Returns false when every alternative of the selector requires a class that no element has. Most selectors therefore need no
 * search of the document.
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
