/**
 * Computes the score and the feedback that an item of QTI 1.2 gives to an answer, by its conditions (IMS QTI 1.2 ASI Information
 * Model, "resprocessing"). Pure functions.
 */
import { XmlElement } from '@rgrove/parse-xml'
import { attribute, children, descendants, localName } from '#server/platform/xml/read-xml.ts'

/** The conditions contain an element that this reader does not know. */
export class UnknownConditions extends Error {}

export interface Outcome {
  score: number
  /** The answer gets the feedback with these identifiers. */
  shown: readonly string[]
}

/** An answer is a list of chosen identifiers, or of one typed text. */
export type Conditions = (answer: readonly string[]) => Outcome

type Test = (answer: readonly string[]) => boolean

export const elementsOf = (parent: XmlElement) =>
  parent.children.filter((child): child is XmlElement => child instanceof XmlElement)

/** `isTyped` means a typed answer, whose letter case is ignored unless a condition demands it. Throws UnknownConditions. */
export function conditionsOf(item: XmlElement, isTyped: boolean): Conditions {
  const start = Number(descendants(item, 'decvar').map((one) => attribute(one, 'defaultval') ?? '0')[0] ?? 0)
  const rules = descendants(item, 'respcondition').map((condition) => ({
    holds: testOfCondition(children(condition, 'conditionvar').flatMap(elementsOf), isTyped),
    goesOn: /^yes$/i.test(attribute(condition, 'continue') ?? ''),
    sets: children(condition, 'setvar').map(setterOf),
    shows: children(condition, 'displayfeedback').map((one) => attribute(one, 'linkrefid') ?? ''),
  }))
  return (answer) => {
    let score = Number.isNaN(start) ? 0 : start
    const shown: string[] = []
    for (const { holds, goesOn, sets, shows } of rules) {
      if (!holds(answer)) continue
      for (const set of sets) score = set(score)
      for (const id of shows) shown.push(id)
      if (!goesOn) break
    }
    return { score, shown }
  }
}

function setterOf(element: XmlElement): (score: number) => number {
  const text = element.text.trim()
  const value = /\.max$/i.test(text) ? 100 : Number(text)
  if (text === '' || Number.isNaN(value)) throw new UnknownConditions(`setvar ${text}`)
  switch ((attribute(element, 'action') ?? 'Set').toLowerCase()) {
    case 'add':
      return (score) => score + value
    case 'subtract':
      return (score) => score - value
    case 'multiply':
      return (score) => score * value
    case 'divide':
      return (score) => score / value
    default:
      return () => value
  }
}

/**
 * Several texts in one condition are spellings of one answer: a typed text cannot equal two texts at once, so any of them suffices.
 */
function testOfCondition(elements: readonly XmlElement[], isTyped: boolean): Test {
  const areSpellings = isTyped && elements.every(({ name }) => localName(name) === 'varequal')
  if (!areSpellings || elements.length < 2) return every(elements, isTyped)
  const tests = elements.map((element) => testOf(element, isTyped))
  return (answer) => tests.some((test) => test(answer))
}

function every(elements: readonly XmlElement[], isTyped: boolean): Test {
  const tests = elements.map((element) => testOf(element, isTyped))
  return (answer) => tests.every((test) => test(answer))
}

function testOf(element: XmlElement, isTyped: boolean): Test {
  const inside = () => elementsOf(element).map((one) => testOf(one, isTyped))
  const value = element.text.trim()
  const compared = (holds: (one: number, other: number) => boolean): Test => {
    const bound = Number(value)
    return ([given = '']) => given.trim() !== '' && holds(Number(given), bound)
  }
  switch (localName(element.name)) {
    case 'varequal': {
      const isSensitive = !isTyped || /^yes$/i.test(attribute(element, 'case') ?? '')
      const cased = (text: string) => (isSensitive ? text : text.toLowerCase())
      const wanted = cased(value)
      return (answer) => answer.some((one) => cased(one) === wanted)
    }
    case 'and':
      return every(elementsOf(element), isTyped)
    case 'or': {
      const tests = inside()
      return (answer) => tests.some((test) => test(answer))
    }
    case 'not': {
      const tests = inside()
      return (answer) => !tests.every((test) => test(answer))
    }
    case 'other':
      return () => true
    case 'unanswered':
      return (answer) => answer.length === 0
    case 'vargte':
      return compared((one, other) => one >= other)
    case 'varlte':
      return compared((one, other) => one <= other)
    case 'vargt':
      return compared((one, other) => one > other)
    case 'varlt':
      return compared((one, other) => one < other)
    default:
      throw new UnknownConditions(localName(element.name))
  }
}

/** Returns the texts and numbers that conditions compare an answer with. */
export const comparedIn = (item: XmlElement): string[] =>
  ['varequal', 'vargte', 'varlte', 'vargt', 'varlt'].flatMap((name) =>
    descendants(item, name).map((one) => one.text.trim()),
  )
