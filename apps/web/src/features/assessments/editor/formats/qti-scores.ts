/**
 * Computes the score that a QTI 2 item gives to a response: by its template or its own response processing, as far as these are made
 * of the usual expressions (IMS QTI 2.1 Information Model, chapter 8). Pure functions.
 */
import { ownValue } from '@apogee/domain/own-value.ts'
export interface Declaration {
  cardinality: string
  baseType: string
  correct: readonly string[]
  mapped: readonly { key: string; value: number; isCaseSensitive: boolean }[]
  mapping: { defaultValue: number; lowerBound: number; upperBound: number } | null
}

/** Thrown when the response processing contains an unsupported expression. */
export class UnknownProcessing extends Error {}

export const childrenOf = (place: Element | undefined, name?: string): Element[] =>
  [...(place?.children ?? [])].filter(({ localName }) => name === undefined || localName === name)

export function declarationOf(element: Element): Declaration {
  const [correct] = childrenOf(element, 'correctResponse')
  const [mapping] = childrenOf(element, 'mapping')
  const bound = (name: string, unless: number) => {
    const written = mapping?.getAttribute(name)
    return written ? Number(written) : unless
  }
  return {
    cardinality: element.getAttribute('cardinality') ?? 'single',
    baseType: element.getAttribute('baseType') ?? '',
    correct: childrenOf(correct, 'value').map(({ textContent }) => textContent.trim()),
    mapped: childrenOf(mapping, 'mapEntry').map((entry) => ({
      key: entry.getAttribute('mapKey')?.trim() ?? '',
      value: Number(entry.getAttribute('mappedValue')),
      isCaseSensitive: entry.getAttribute('caseSensitive') !== 'false',
    })),
    mapping: mapping
      ? {
          defaultValue: bound('defaultValue', 0),
          lowerBound: bound('lowerBound', Number.NEGATIVE_INFINITY),
          upperBound: bound('upperBound', Number.POSITIVE_INFINITY),
        }
      : null,
  }
}

/** A value is a list of texts; null is QTI's NULL. */
type Value = readonly string[] | null

export type Scoring = (response: readonly string[]) => number

/** Returns a function that scores responses to an item. The function throws UnknownProcessing for an unsupported expression. */
export function scoringOf(item: Element, id: string, declaration: Declaration): Scoring {
  const [processing] = childrenOf(item, 'responseProcessing')
  const template = processing?.getAttribute('template') ?? processing?.getAttribute('templateLocation') ?? ''
  const rules = childrenOf(processing)
  const byMatch: Scoring = (response) => Number(isMatch(response, declaration.correct, declaration))
  const byMap: Scoring = (response) => mappedSum(response, declaration)
  const hasMap = declaration.mapped.length > 0
  const hasCorrect = declaration.correct.length > 0
  if (rules.length > 0) {
    const defaults = defaultsOf(item)
    return (response) => {
      const machine = new Machine(new Map(defaults), id, response, declaration)
      machine.run(rules)
      return Number(machine.value('SCORE')?.[0] ?? 0)
    }
  }
  if (/match_correct(\.xml)?$/i.test(template)) return hasCorrect || !hasMap ? byMatch : byMap
  if (/map_response(\.xml)?$/i.test(template)) return hasMap || !hasCorrect ? byMap : byMatch
  if (template !== '')
    return () => {
      throw new UnknownProcessing(template.slice(template.lastIndexOf('/') + 1))
    }
  return hasMap ? byMap : byMatch
}

function defaultsOf(item: Element): [string, Value][] {
  return childrenOf(item, 'outcomeDeclaration').map((outcome) => {
    const values = childrenOf(childrenOf(outcome, 'defaultValue')[0], 'value')
    const isNumber = /^(float|integer)$/.test(outcome.getAttribute('baseType') ?? '')
    const stated = values.map(({ textContent }) => textContent.trim())
    return [outcome.getAttribute('identifier') ?? '', stated.length > 0 ? stated : isNumber ? ['0'] : null]
  })
}

const isNumeric = ({ baseType }: Pick<Declaration, 'baseType'>) => /^(float|integer)$/.test(baseType)
const plainPair = (text: string) => text.trim().split(/\s+/).join(' ')

function isMatch(one: Value, other: Value, declaration: Declaration): boolean {
  if (one === null || other === null || one.length !== other.length || one.length === 0) return false
  const isSame = (first: string, second: string) =>
    isNumeric(declaration) ? Number(first) === Number(second) : plainPair(first) === plainPair(second)
  const isOrdered = declaration.cardinality === 'ordered'
  const [left, right] = isOrdered ? [one, other] : [[...one].toSorted(), [...other].toSorted()]
  return left.every((text, place) => isSame(text, right[place] ?? ''))
}

/** Sums the mapped points of a response; repeated values count once. */
function mappedSum(response: readonly string[], { mapped, mapping, ...declaration }: Declaration): number {
  const { defaultValue = 0, lowerBound = -Infinity, upperBound = Infinity } = mapping ?? {}
  const sum = [...new Set(response.map(plainPair))].reduce((total, text) => {
    const entry = mapped.find(({ key, isCaseSensitive }) =>
      isNumeric(declaration)
        ? Number(key) === Number(text)
        : declaration.baseType === 'string' && !isCaseSensitive
          ? key.toLowerCase() === text.toLowerCase()
          : plainPair(key) === text,
    )
    return total + (entry?.value ?? defaultValue)
  }, 0)
  return Math.min(upperBound, Math.max(lowerBound, sum))
}

class Machine {
  readonly #outcomes: Map<string, Value>
  readonly #id: string
  readonly #response: readonly string[]
  readonly #declaration: Declaration
  #isEnded = false

  constructor(
    outcomes: Map<string, Value>,
    id: string,
    response: readonly string[],
    declaration: Declaration,
  ) {
    this.#outcomes = outcomes
    this.#id = id
    this.#response = response
    this.#declaration = declaration
  }

  value(name: string): Value {
    if (name === this.#id) return this.#response.length > 0 ? this.#response : null
    const value = this.#outcomes.get(name)
    if (value === undefined) throw new UnknownProcessing(name)
    return value
  }

  run(rules: readonly Element[]): void {
    for (const rule of rules) if (!this.#isEnded) this.#do(rule)
  }

  #do(rule: Element): void {
    switch (rule.localName) {
      case 'responseCondition': {
        for (const branch of childrenOf(rule)) {
          const [first, ...rest] = childrenOf(branch)
          if (branch.localName === 'responseElse') return this.run(childrenOf(branch))
          if (first && this.#isTrue(first)) return this.run(rest)
        }
        return undefined
      }
      case 'setOutcomeValue': {
        const [expression] = childrenOf(rule)
        const name = rule.getAttribute('identifier') ?? ''
        if (expression) this.#set(name, expression)
        return undefined
      }
      case 'responseProcessingFragment':
        return this.run(childrenOf(rule))
      case 'exitResponse':
        this.#isEnded = true
        return undefined
      default:
        throw new UnknownProcessing(rule.localName)
    }
  }

  /** Ignores unknown expressions of outcomes other than the score, such as those of feedback. */
  #set(name: string, expression: Element): void {
    try {
      this.#outcomes.set(name, this.#evaluate(expression))
    } catch (error) {
      if (name === 'SCORE' || !(error instanceof UnknownProcessing)) throw error
      this.#outcomes.delete(name)
    }
  }

  #isTrue(expression: Element): boolean {
    return this.#evaluate(expression)?.[0] === 'true'
  }

  #numbers(expressions: readonly Element[]): number[] | null {
    const values = expressions.flatMap((one): readonly string[] => this.#evaluate(one) ?? ['NULL'])
    const numbers = values.map(Number)
    return numbers.some(Number.isNaN) ? null : numbers
  }

  #evaluate(expression: Element): Value {
    const inside = childrenOf(expression)
    const [first, second] = inside
    switch (expression.localName) {
      case 'variable':
        return this.value(expression.getAttribute('identifier') ?? '')
      case 'correct':
        return this.#own(expression, this.#declaration.correct)
      case 'baseValue':
        return [expression.textContent.trim()]
      case 'mapResponse':
        return this.#own(expression, [String(mappedSum(this.#response, this.#declaration))])
      case 'null':
        return null
      case 'index': {
        const text = this.#of(first)?.[Number(expression.getAttribute('n')) - 1]
        return text === undefined ? null : [text]
      }
      case 'multiple':
      case 'ordered': {
        const all = inside.flatMap((one) => this.#evaluate(one) ?? [])
        return all.length > 0 ? all : null
      }
      case 'containerSize':
        return [String(this.#of(first)?.length ?? 0)]
      default: {
        const compute = ownValue(arithmetic, expression.localName)
        const numbers = compute ? this.#numbers(inside) : null
        if (compute) return numbers === null || numbers.length === 0 ? null : [String(compute(numbers))]
        return this.#truth(expression, inside, [this.#of(first), this.#of(second)])
      }
    }
  }

  #of(expression: Element | undefined): Value {
    return expression ? this.#evaluate(expression) : null
  }

  /** Evaluates a boolean expression; `one` and `other` are the values of its first two operands. */
  #truth(expression: Element, inside: readonly Element[], [one, other]: readonly [Value, Value]): Value {
    const truth = (isTrue: boolean): Value => [String(isTrue)]
    switch (expression.localName) {
      case 'isNull':
        return truth(one === null)
      case 'match': {
        const isOwn = inside.some(
          (found) => found.localName === 'index' || found.getAttribute('identifier') === this.#id,
        )
        const like = isOwn ? this.#declaration : unknownDeclaration
        return one === null || other === null ? null : truth(isMatch(one, other, like))
      }
      case 'equal': {
        const numbers = this.#numbers(inside)
        return numbers === null ? null : truth(isEqual(expression, inside, numbers))
      }
      case 'stringMatch': {
        if (expression.getAttribute('substring') === 'true') throw new UnknownProcessing('substring')
        if (one === null || other === null) return null
        const isSensitive = expression.getAttribute('caseSensitive') !== 'false'
        const cased = (text = '') => (isSensitive ? text : text.toLowerCase())
        return truth(cased(one[0]) === cased(other[0]))
      }
      case 'member':
      case 'contains': {
        const [some, all] = expression.localName === 'member' ? [one, other] : [other, one]
        return some === null || all === null ? null : truth(some.every((text) => all.includes(text)))
      }
      case 'and':
        return truth(inside.every((part) => this.#isTrue(part)))
      case 'or':
        return truth(inside.some((part) => this.#isTrue(part)))
      case 'not':
        return truth(one?.[0] !== 'true')
      default:
        throw new UnknownProcessing(expression.localName)
    }
  }

  /** Processing that reads the response to another interaction is not supported. */
  #own(expression: Element, value: readonly string[]): Value {
    const name = expression.getAttribute('identifier')
    if (name !== null && name !== this.#id) throw new UnknownProcessing(name)
    return value.length > 0 ? value : null
  }
}

type Compute = (numbers: readonly number[]) => number | boolean
const ofTwo =
  (compute: (one: number, other: number) => number | boolean): Compute =>
  ([one = 0, other = 0]) =>
    compute(one, other)
const arithmetic: Readonly<Record<string, Compute>> = {
  sum: (numbers) => numbers.reduce((sum, one) => sum + one, 0),
  product: (numbers) => numbers.reduce((product, one) => product * one, 1),
  max: (numbers) => numbers.reduce((most, one) => Math.max(most, one)),
  min: (numbers) => numbers.reduce((least, one) => Math.min(least, one)),
  subtract: ofTwo((one, other) => one - other),
  divide: ofTwo((one, other) => one / other),
  gt: ofTwo((one, other) => one > other),
  gte: ofTwo((one, other) => one >= other),
  lt: ofTwo((one, other) => one < other),
  lte: ofTwo((one, other) => one <= other),
}

/** The response may be either operand; the tolerance surrounds the other operand. */
function isEqual(
  expression: Element,
  inside: readonly Element[],
  [one = 0, other = 0]: readonly number[],
): boolean {
  const mode = expression.getAttribute('toleranceMode') ?? 'exact'
  const [below = 0, above = below] = (expression.getAttribute('tolerance') ?? '0')
    .trim()
    .split(/\s+/)
    .map(Number)
  if (Number.isNaN(below + above)) throw new UnknownProcessing('tolerance')
  const [value, target] = inside[1]?.localName === 'variable' ? [other, one] : [one, other]
  const factor = mode === 'relative' ? Math.abs(target) / 100 : mode === 'absolute' ? 1 : 0
  return value >= target - below * factor - 1e-9 && value <= target + above * factor + 1e-9
}

const unknownDeclaration: Declaration = {
  cardinality: 'single',
  baseType: '',
  correct: [],
  mapped: [],
  mapping: null,
}

/** Returns all expressions and rules in an item's processing. */
export const expressionsIn = (item: Element): Element[] =>
  childrenOf(item, 'responseProcessing').flatMap((found) => [...found.getElementsByTagName('*')])
