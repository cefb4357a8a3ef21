/** Ends of lines after which the next line is indented, and by how much: in Python, then in JavaScript and SQL. */
const steps: readonly [lineEnd: RegExp, step: string][] = [
  [/:\s*(?:#.*)?$/, '    '],
  [/[{([]\s*$/, '  '],
]

/**
 * Enter in code: the new line is indented as the last one, or by one step more. The browser's undo covers the change.
 * Returns false, and changes nothing, where the browser cannot do this.
 */
export function indentNewLine(field: HTMLTextAreaElement): boolean {
  const before = field.value.slice(0, field.selectionStart)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const indentation = newLineAfter(line)
  if (indentation === '') return false
  // No other way of inserting text is covered by undo.
  // oxlint-disable-next-line typescript/no-deprecated -- no successor exists
  return document.execCommand('insertText', false, `\n${indentation}`)
}

/** What a line after this one begins with. */
export function newLineAfter(line: string): string {
  const own = /^[ \t]*/.exec(line)?.[0] ?? ''
  return own + (steps.find(([lineEnd]) => lineEnd.test(line))?.[1] ?? '')
}
