/**
 * Renders TeX formulas as MathML (docs/decisions/texts.md). Temml parses them; its output is rebuilt as DOM nodes from an
 * allow-list of elements, attributes and styles, so that a formula has no URL, picture, name or colour of its own. Loads only for
 * pages with a formula.
 */
import temml from 'temml'

export type FormulaProblem =
  /** The renderer does not know this command (`unknown`), or formulas may not use it (`refused`). */
  | { kind: 'unknown' | 'refused'; command: string }
  /** `near` is the part of the source at which parsing stopped. */
  | { kind: 'wrong'; near: string }
  | { kind: 'large' }

const mathMl = 'http://www.w3.org/1998/Math/MathML'

/** Formulas may not define commands, because a short definition could expand without end. */
const definitions =
  /\\(?:[gex]?def|let|futurelet|global|long|(?:re)?newcommand|providecommand|(?:re)?newenvironment|DeclareMathOperator|require|unicode|csname|expandafter)(?![A-Za-z])/
const limits = { expansions: 200, elements: 3000, levels: 60, em: 60 } as const

const elements = new Set(
  `math merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable
  mtd mtext mtr munder munderover menclose none`.split(/\s+/),
)
const attributes = new Set(
  `accent accentunder columnalign columnspan depth displaystyle fence form height largeop linethickness lspace mathvariant maxsize minsize
  movablelimits notation rowspan rspace scriptlevel separator stretchy symmetric voffset width`.split(/\s+/),
)
const styles = new Set(
  `border borderBottom borderLeft borderRight borderTop fontStyle fontWeight marginLeft marginRight mathDepth padding paddingBottom
  paddingLeft paddingRight paddingTop textAlign width`.split(/\s+/),
)
/** lesson-text.css defines these class names. */
const classes = new Set(
  'tml-right tml-left tml-jot tml-cancel upstrike downstrike tml-xcancel sout'.split(' '),
)

class Refused extends Error {
  readonly problem: FormulaProblem

  constructor(problem: FormulaProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

/** Returns the formula as a detached element, or the reason for a failure. */
export function drawFormula(
  tex: string,
  isBlock: boolean,
): { element: Element; problem?: never } | { element?: never; problem: FormulaProblem } {
  try {
    const element = new Builder().build(treeOf(tex, isBlock))
    if (!(element instanceof Element)) throw new Refused({ kind: 'wrong', near: tex })
    element.setAttribute('display', isBlock ? 'block' : 'inline')
    element.setAttribute('alttext', tex)
    return { element }
  } catch (error) {
    return { problem: error instanceof Refused ? error.problem : problemOf(error, tex) }
  }
}

function treeOf(tex: string, isBlock: boolean): unknown {
  const [defined] = definitions.exec(tex) ?? []
  if (defined !== undefined) throw new Refused({ kind: 'refused', command: defined })
  return temml.__renderToMathMLTree(tex, {
    displayMode: isBlock,
    throwOnError: true,
    strict: false,
    maxExpand: limits.expansions,
    maxSize: [limits.em, limits.em],
    trust: (asked: { command: string }) => {
      throw new Refused({ kind: 'refused', command: asked.command })
    },
  }) as unknown
}

function problemOf(error: unknown, tex: string): FormulaProblem {
  // A formula that is nested too deeply overflows the stack.
  if (error instanceof RangeError) return { kind: 'large' }
  if (!(error instanceof Error)) return { kind: 'wrong', near: tex.slice(0, 24) }
  const command = /(?:Unsupported function name|Undefined control sequence): (\\[A-Za-z]+|\\.)/.exec(
    error.message,
  )?.[1]
  if (command !== undefined) return { kind: 'unknown', command }
  if (/too many expansions/i.test(error.message)) return { kind: 'large' }
  const position = 'position' in error && typeof error.position === 'number' ? error.position : tex.length
  return { kind: 'wrong', near: tex.slice(Math.max(0, position - 12), position + 12).trim() }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * Builds DOM nodes from Temml's nodes, which are untyped: an element has a `type`, a text has a `text`, and a fragment has only
 * `children`.
 */
class Builder {
  #left: number = limits.elements

  build(node: unknown, level = 0): Node {
    this.#left -= 1
    if (this.#left < 0 || level > limits.levels) throw new Refused({ kind: 'large' })
    if (!isRecord(node)) throw new Refused({ kind: 'large' })
    if (typeof node['text'] === 'string') return document.createTextNode(node['text'])
    if ('href' in node || 'src' in node) throw new Refused({ kind: 'refused', command: String.raw`\ref` })
    const built = elementOf(node)
    const children = Array.isArray(node['children']) ? (node['children'] as unknown[]) : []
    for (const child of children) built.append(this.build(child, level + 1))
    return built
  }
}

/** Returns a fragment with the children of a node that is not an element. */
function elementOf({ type, attributes: given, style, classes: named }: Record<string, unknown>) {
  if (typeof type !== 'string' || !elements.has(type)) return document.createDocumentFragment()
  const element = document.createElementNS(mathMl, type)
  for (const [name, value] of Object.entries(isRecord(given) ? given : {})) {
    if (attributes.has(name)) element.setAttribute(name, sized(String(value)))
  }
  for (const [name, value] of Object.entries(isRecord(style) ? style : {})) {
    const property = name.replaceAll(/-(.)/g, (_all, letter: string) => letter.toUpperCase())
    if (styles.has(property)) setStyle(element, property, sized(withoutColour(String(value))))
  }
  const kept = Array.isArray(named) ? named.filter((name) => classes.has(String(name))) : []
  if (kept.length > 0) element.setAttribute('class', kept.join(' '))
  return element
}

/** Some browsers without MathML have no `style` on its elements. */
function setStyle(element: Element, property: string, value: string): void {
  const { style }: Partial<ElementCSSInlineStyle> = element as Element & Partial<ElementCSSInlineStyle>
  style?.setProperty(
    property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    value,
  )
}

/** A border takes the colour of the text, because pages have two themes. */
const withoutColour = (style: string): string => style.replace(/^(\S+ (?:solid|dashed|double)) .*$/, '$1')

const emOf: Readonly<Record<string, number>> = {
  em: 1,
  ex: 0.5,
  rem: 1,
  mu: 0.06,
  px: 0.06,
  pt: 0.09,
  bp: 0.09,
  '%': 0.1,
  pc: 1,
  cm: 2.4,
  mm: 0.24,
  in: 6,
}

/** Checks a length. @throws {Refused} if it would draw over the rest of the page. */
function sized(value: string): string {
  for (const [, number = '', unit = ''] of value.matchAll(/(-?\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]+|%)/gi)) {
    if (Math.abs(Number(number)) * (emOf[unit] ?? 1) > limits.em) throw new Refused({ kind: 'large' })
  }
  return value
}
