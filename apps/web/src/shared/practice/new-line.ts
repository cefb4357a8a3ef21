/** The next line is indented after these line ends: in Python, then in JavaScript and SQL. */
const steps: readonly [lineEnd: RegExp, step: string][] = [
  [/:\s*(?:#.*)?$/, '    '],
  [/[{([]\s*$/, '  '],
]

/**
 * Inserts a new line with the indentation of the last one, or one step more. The browser's undo covers the change. Returns false,
 * and changes nothing, where the browser cannot do this.
 */
export function indentNewLine(field: HTMLTextAreaElement): boolean {
  const before = field.value.slice(0, field.selectionStart)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const indentation = newLineAfter(line)
  if (indentation === '') return false
  // The browser's undo covers no other way of inserting text.
  // oxlint-disable-next-line typescript/no-deprecated -- no successor exists
  return document.execCommand('insertText', false, `\n${indentation}`)
}

/** Returns the indentation of a line after this one. */
export function newLineAfter(line: string): string {
  const own = /^[ \t]*/.exec(line)?.[0] ?? ''
  return own + (steps.find(([lineEnd]) => lineEnd.test(line))?.[1] ?? '')
}
