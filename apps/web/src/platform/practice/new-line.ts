/** After these the next line is one step further in: of Python, of JavaScript and SQL. */
const steps: readonly [lineEnd: RegExp, step: string][] = [
  [/:\s*(?:#.*)?$/, '    '],
  [/[{([]\s*$/, '  '],
]

/**
 * Enter in code: the new line begins where the last one did, or a step further in. The browser's undo knows the change.
 * Returns false where the browser cannot; nothing has changed then.
 */
export function indentNewLine(field: HTMLTextAreaElement): boolean {
  const before = field.value.slice(0, field.selectionStart)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const indentation = newLineAfter(line)
  if (indentation === '') return false
  // The one way to insert text that undo knows.
  // oxlint-disable-next-line typescript/no-deprecated -- no successor exists
  return document.execCommand('insertText', false, `\n${indentation}`)
}

/** What a line after this one begins with. */
export function newLineAfter(line: string): string {
  const own = /^[ \t]*/.exec(line)?.[0] ?? ''
  return own + (steps.find(([lineEnd]) => lineEnd.test(line))?.[1] ?? '')
}
