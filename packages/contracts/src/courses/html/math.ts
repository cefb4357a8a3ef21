/**
 * Writes MathML as the TeX source of a formula: the source that the MathML states, or one that is built from its usual elements.
 * Pure functions.
 */
import { defaultTreeAdapter as tree, type DefaultTreeAdapterTypes } from 'parse5'

type HtmlElement = DefaultTreeAdapterTypes.Element

const deepest = 50

export function formulaOfMath(math: HtmlElement): string {
  const stated = annotationIn(math, 0)
  return (stated ?? texOf(math, 0)).replace(/\s+/g, ' ').trim()
}

const elementsIn = ({ childNodes }: HtmlElement) => childNodes.filter((node) => tree.isElementNode(node))

function annotationIn(element: HtmlElement, depth: number): string | null {
  if (depth > deepest) return null
  const encoding = element.attrs.find(({ name }) => name === 'encoding')?.value ?? ''
  if (element.tagName === 'annotation' && /tex/i.test(encoding)) return wordsOf(element)
  for (const child of elementsIn(element)) {
    const found = annotationIn(child, depth + 1)
    if (found !== null) return found
  }
  return null
}

const wordsOf = ({ childNodes }: HtmlElement): string =>
  childNodes
    .map((node) => (tree.isTextNode(node) ? node.value : ''))
    .join('')
    .trim()

const operators: Readonly<Record<string, string>> = {
  '×': '\\times ',
  '·': '\\cdot ',
  '÷': '\\div ',
  '±': '\\pm ',
  '≤': '\\le ',
  '≥': '\\ge ',
  '≠': '\\ne ',
  '≈': '\\approx ',
  '→': '\\to ',
  '∞': '\\infty ',
  '∑': '\\sum ',
  '∫': '\\int ',
  '∏': '\\prod ',
  '−': '-',
  π: '\\pi ',
  α: '\\alpha ',
  β: '\\beta ',
  γ: '\\gamma ',
  θ: '\\theta ',
  λ: '\\lambda ',
  μ: '\\mu ',
  σ: '\\sigma ',
  ω: '\\omega ',
  Δ: '\\Delta ',
  Ω: '\\Omega ',
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '#': '\\#',
  '&': '\\&',
  $: '\\$',
}
const texWords = (text: string) => [...text].map((one) => operators[one] ?? one).join('')

function texOf(element: HtmlElement, depth: number): string {
  if (depth > deepest) return ''
  const name = element.tagName.replace(/^m:/, '')
  const parts = elementsIn(element).map((child) => texOf(child, depth + 1))
  const [one = '', two = '', three = ''] = parts
  switch (name) {
    case 'mi': {
      const text = wordsOf(element)
      return /^\p{L}{2,}$/u.test(text) ? `\\mathrm{${text}}` : texWords(text)
    }
    case 'mn':
    case 'mo':
      return texWords(wordsOf(element))
    case 'mtext':
      return `\\text{${texWords(wordsOf(element))}}`
    case 'mfrac':
      return `\\frac{${one}}{${two}}`
    case 'msqrt':
      return `\\sqrt{${parts.join('')}}`
    case 'mroot':
      return `\\sqrt[${two}]{${one}}`
    case 'msup':
    case 'mover':
      return `{${one}}^{${two}}`
    case 'msub':
    case 'munder':
      return `{${one}}_{${two}}`
    case 'msubsup':
    case 'munderover':
      return `{${one}}_{${two}}^{${three}}`
    case 'mfenced':
      return `\\left(${parts.join(',')}\\right)`
    case 'mtable':
      return `\\begin{matrix}${parts.join('\\\\')}\\end{matrix}`
    case 'mtr':
      return parts.join('&')
    case 'mspace':
      return '\\ '
    case 'annotation':
    case 'annotation-xml':
      return ''
    default:
      return parts.length > 0 ? parts.join('') : texWords(wordsOf(element))
  }
}
