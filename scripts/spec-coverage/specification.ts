/** Describes one sentence, clause, list item or table row of the specification, with its heading. */
export interface Statement {
  heading: string
  sentence: string
}

/** The product must prove the statements of these sections. The other sections are introductions and names. */
const provenSections = ['2', '4', '5', '6', '7', '8', '9']

/** A quotation mark begins a quotation only at the beginning of a word, because an apostrophe may be inside one. */
const opensQuote = (text: string, index: number) => index === 0 || /[\s(/]/.test(text.charAt(index - 1))
const closesQuote = (text: string, index: number) => !/[a-z]/i.test(text.charAt(index + 1))

/** Calls `visit` with the index of each character outside quotation marks and brackets. */
function outsideQuotes(text: string, visit: (index: number) => void): void {
  let quoted = false
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === "'") {
      quoted = quoted ? !closesQuote(text, index) : opensQuote(text, index)
    } else if (!quoted) {
      if (character === '(') depth++
      else if (character === ')') depth--
      else if (depth === 0) visit(index)
    }
  }
}

/** Returns a line's sentences, and the clauses separated by semicolons. */
export function statementsIn(line: string): string[] {
  const cuts: number[] = []
  outsideQuotes(line, (index) => {
    const rest = line.slice(index + 1)
    const endsHere = line[index] === '.' && (/^\s+['A-Z0-9*]/.test(rest) || line[index - 1] === "'")
    if (line[index] === ';' || endsHere) cuts.push(index + 1)
  })
  for (const { index } of line.matchAll(/\.'(?= [A-Z])/g)) cuts.push(index + 2)
  cuts.sort((one, other) => one - other)
  return [0, ...cuts]
    .map((start, index) => line.slice(start, cuts[index] ?? line.length).trim())
    .filter((piece) => piece !== '' && !/^[A-Z][\w ]*:$/.test(piece))
}

/** Returns the quoted texts of a statement, split at `{placeholders}` and ` / `. */
export function quotedIn(sentence: string): string[] {
  const quotes: string[] = []
  let start = -1
  for (let index = 0; index < sentence.length; index++) {
    if (sentence[index] !== "'") continue
    if (start < 0 && opensQuote(sentence, index)) start = index + 1
    else if (start >= 0 && closesQuote(sentence, index)) {
      quotes.push(sentence.slice(start, index))
      start = -1
    }
  }
  return quotes
    .flatMap((quote) => quote.split(/\{[^}]*\}| \/ /))
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 2)
}

/** Returns the addresses and call paths that a statement names, such as `/course/{id}/manage`. */
export const addressesIn = (sentence: string): string[] =>
  [...sentence.matchAll(/(?<![\w.])(?:\/api)?(\/[a-z][\w{}/-]*)/g)]
    .map(([, address]) => (address ?? '').replace(/\/$/, ''))
    .filter((address) => address.length > 2)

/** A heading with a quotation, a bracket or an address is a statement as well, because it states a route or a title. */
const statesSomething = (heading: string) => /[('/]/.test(heading)

export function statementsOf(specification: string): Statement[] {
  const statements: Statement[] = []
  let section = ''
  let heading = ''
  const lines = specification.split('\n')
  lines.forEach((line, index) => {
    if (line.startsWith('#')) {
      heading = line.replace(/^#+ /, '')
      if (line.startsWith('## ')) section = heading.split('.')[0] ?? ''
    }
    if (!provenSections.includes(section) || line.trim() === '') return
    if (line.startsWith('### ')) {
      if (statesSomething(heading)) statements.push({ heading, sentence: heading })
    } else if (line.startsWith('|')) {
      const isHead = lines[index + 1]?.startsWith('|---') || line.startsWith('|---')
      if (!isHead) statements.push({ heading, sentence: line.replace(/^\| | \|$/g, '') })
    } else if (!line.startsWith('#')) {
      for (const sentence of statementsIn(line.replace(/^- /, ''))) statements.push({ heading, sentence })
    }
  })
  return statements
}
