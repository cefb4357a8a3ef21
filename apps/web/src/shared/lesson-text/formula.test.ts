import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawFormula, type FormulaProblem } from './formula.ts'

const drawn = (tex: string, isBlock = false): Element => {
  const { element, problem } = drawFormula(tex, isBlock)
  if (!element) throw new Error(`${tex}: ${JSON.stringify(problem)}`)
  return element
}
const problemOf = (tex: string): FormulaProblem | undefined => drawFormula(tex, true).problem
const namesIn = (element: Element): string[] =>
  [...element.querySelectorAll('*')].map(({ localName }) => localName)

test('a formula is MathML with its source as the alternative text', () => {
  const element = drawn('\\frac{a}{b}')
  expect([element.namespaceURI, element.localName]).toEqual(['http://www.w3.org/1998/Math/MathML', 'math'])
  expect([element.getAttribute('display'), element.getAttribute('alttext')]).toEqual([
    'inline',
    '\\frac{a}{b}',
  ])
  expect(namesIn(element)).toEqual(['mfrac', 'mi', 'mi'])
  expect(drawn('x', true).getAttribute('display')).toBe('block')
})

test.each([
  ['\\sqrt[3]{x} \\sum_{i=1}^n i \\int_0^1', ['mroot', 'munderover', 'msubsup']],
  ['\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}', ['mtable', 'mtr', 'mtd']],
  ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', ['mtable']],
  ['\\text{if } x \\ge 0, \\vec{v}, \\hat{x}', ['mtext', 'mover']],
  ['\\ce{2H2 + O2 -> 2H2O}', ['msub']],
  ['\\cancel{x} \\boxed{y} \\mathbb{R} \\alpha', ['menclose']],
])('%s is drawn', (tex, expected) => {
  expect(namesIn(drawn(tex, true))).toEqual(expect.arrayContaining(expected))
})

describe('what is no formula says why', () => {
  test.each<[string, FormulaProblem]>([
    ['\\unknown x', { kind: 'unknown', command: '\\unknown' }],
    ['\\frac{a}{b', { kind: 'wrong', near: '\\frac{a}{b' }],
    ['a & b', { kind: 'wrong', near: 'a & b' }],
  ])('%s', (tex, problem) => {
    expect(problemOf(tex)).toEqual(problem)
  })
})

describe('hostile TeX', () => {
  test.each([
    '\\def\\a{x}\\a',
    '\\newcommand{\\a}{\\a\\a}\\a',
    '\\gdef\\a{x}',
    '\\let\\a=\\b',
    '\\includegraphics{https://evil.test/a.png}',
    '\\class{learn-bar}{x}',
    '\\id{root}{x}',
    '\\style{position:fixed}{x}',
    '\\data{a=b}{x}',
    '\\ref{a}',
  ])('%s is refused', (tex) => {
    expect(problemOf(tex)?.kind).toBe('refused')
  })

  test.each(['\\href{javascript:alert(1)}{x}', '\\url{javascript:alert(1)}', '\\htmlClass{a}{x}'])(
    '%s is not drawn',
    (tex) => {
      expect(problemOf(tex)).toBeDefined()
    },
  )

  test.each([
    `${'{'.repeat(900)}x${'}'.repeat(900)}`,
    '\\sqrt{'.repeat(300) + 'x' + '}'.repeat(300),
    `${'x^{'.repeat(500)}x${'}'.repeat(500)}`,
    '\\kern-9999em x',
    '\\hspace{1e9em}',
    '\\raisebox{500em}{x}',
    '\\underbrace{x}_'.repeat(130),
  ])('$# of what grows: it has no end of levels, of size or of time', (tex) => {
    const before = process.cpuUsage()
    const { element } = drawFormula(tex.slice(0, 2000), true)
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000)
    if (!element) return
    expect(element.querySelectorAll('*').length).toBeLessThan(3000)
    expect(element.innerHTML).not.toMatch(/\d{3,}(?:\.\d+)?em/)
  })

  test('colours are not kept: pages have two themes', () => {
    const { innerHTML } = drawn('\\color{red} x \\colorbox{yellow}{y} \\fcolorbox{red}{blue}{z}', true)
    expect(innerHTML).not.toMatch(/color|background|#[\da-f]{3}/i)
  })

  test('no source makes anything but listed elements and attributes', () => {
    const part = fc.constantFrom(
      ...'\\frac|\\sqrt|\\text|\\mathbf|\\hat|\\left(|\\right)|\\begin{matrix}|\\end{matrix}|\\\\|&|{|}|^|_|x|1|<b>|"|\\tag{1}'.split(
        '|',
      ),

      '\\color{red}',
      '\\label{a}',
      '\\boxed',
      '\\cancel',
      '\\rule{1em}{1em}',
      '\\ce{H2O}',
      '\\href',
      '%',
      '#1',
      "'",
    )
    const source = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(' '))
    fc.assert(
      fc.property(source, fc.boolean(), (tex, isBlock) => {
        const { element } = drawFormula(tex, isBlock)
        for (const each of element ? [element, ...element.querySelectorAll('*')] : []) {
          expect(each.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML')
          for (const name of each.getAttributeNames())
            expect(name).not.toMatch(/^(?:on|id$|href|src|xlink|data-|mathcolor|mathbackground)/)
          expect(each.getAttribute('style') ?? '').not.toMatch(/url|position|color|background|#/)
        }
      }),
      { numRuns: 300 },
    )
  })
})
