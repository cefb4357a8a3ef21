/** Parses JSON of unknown origin. */

/** No format that people import nests deeper. Checking a deeper value would exhaust the stack. */
const deepest = 200

/** The parser throws this error for a text that is nested deeper than `deepest`. */
export class NestedTooDeeply extends SyntaxError {
  constructor() {
    super('is nested too deeply')
  }
}

/**
 * Returns the value of a JSON text. @throws SyntaxError for a text that is not JSON, and NestedTooDeeply for one that is nested too
 * deeply.
 */
export function parseNestedJson(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  if (isTooDeep(text)) throw new NestedTooDeeply()
  return JSON.parse(text, reviver)
}

function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isInString) {
      if (sign === '\\') at += 1
      else if (sign === '"') isInString = false
    } else if (sign === '"') isInString = true
    else if (sign === '[' || sign === '{') {
      depth += 1
      if (depth > deepest) return true
    } else if (sign === ']' || sign === '}') depth -= 1
  }
  return false
}
