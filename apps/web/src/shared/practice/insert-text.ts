/**
 * After these line ends, the next line is indented by one more step. The first entry is for Python, the second for JavaScript and
 * SQL.
 */
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
  return insertAtCursor(`\n${indentation}`)
}

/** Inserts text, which the browser's undo covers. Returns false, and changes nothing, where the browser cannot do this. */
export function insertAtCursor(text: string): boolean {
  // The browser's undo covers no other way of inserting text.
  // oxlint-disable-next-line typescript/no-deprecated -- no successor exists
  return document.execCommand('insertText', false, text)
}

/** Returns the indentation of the line after the given line. */
export function newLineAfter(line: string): string {
  const own = /^[ \t]*/.exec(line)?.[0] ?? ''
  return own + (steps.find(([lineEnd]) => lineEnd.test(line))?.[1] ?? '')
}
