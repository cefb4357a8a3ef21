/** Reads the sections of a quiz from which each attempt draws questions (QTI 1.2, "selection_ordering"). Pure functions. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { quizLimits } from '@apogee/contracts/assessments/quiz-limits.ts'
import {
  attribute,
  children,
  descendants,
  localName,
  textOf,
  XmlElement,
} from '#server/platform/xml/read-xml.ts'

interface DrawnSection {
  name: string
  draw: number
  /** The section sets these points for each of its questions, as text; '' means that it sets none. */
  points: string
  items: ReadonlySet<XmlElement>
}

interface DrawnQuestion {
  points: number
  group?: string
}

export interface DrawnGroups {
  groups: { name: string; draw: number }[]
  changes: string[]
}

/** Maps the identifier that a section uses for a question bank to the bank. */
export type Banks = ReadonlyMap<string, XmlElement>

/** Returns the identifiers of the banks that a quiz names. */
export const banksNamed = (root: XmlElement): string[] => [
  ...new Set(descendants(root, 'sourcebank_ref').map((one) => one.text.trim())),
]

/** A section inside another section may draw for itself. A question belongs to the innermost section that draws it. */
export function drawnSections(root: XmlElement, banks: Banks): DrawnSection[] {
  const found: DrawnSection[] = []
  const open = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    if (localName(element.name) === 'item') continue
    for (const child of element.children.toReversed()) if (child instanceof XmlElement) open.push(child)
    const [ordering] = children(element, 'selection_ordering')
    for (const selection of ordering ? children(ordering, 'selection') : []) {
      const [extension] = children(selection, 'selection_extension')
      const draw = Math.floor(Number(textOf(selection, 'selection_number')))
      const bank = textOf(selection, 'sourcebank_ref')
      if (!(draw >= 1) && bank === '') continue
      found.push({
        name: attribute(element, 'title')?.trim() || bank || attribute(element, 'ident') || 'section',
        draw: draw >= 1 ? draw : 1,
        points: extension ? textOf(extension, 'points_per_item') : '',
        items: new Set([...children(element, 'item'), ...itemsOfBank(banks.get(bank))]),
      })
    }
  }
  return found
}

const itemsOfBank = (bank: XmlElement | undefined): XmlElement[] => (bank ? descendants(bank, 'item') : [])

/**
 * Makes a group of each section whose questions all have the same points. Other sections cannot be groups here, so every attempt
 * asks all their questions. `changes` says where a quiz here differs from the file.
 */
export function drawnGroups(
  sections: readonly DrawnSection[],
  questions: ReadonlyMap<XmlElement, DrawnQuestion>,
  pointsOf: (stated: string) => { points: number; changes: string[] },
): DrawnGroups {
  const groups: DrawnGroups['groups'] = []
  const changes: string[] = []
  for (const { name, draw, points, items } of sections) {
    const held = [...items].flatMap((item) => questions.get(item) ?? [])
    if (points !== '') {
      const read = pointsOf(points)
      for (const question of held) question.points = read.points
      for (const change of read.changes) changes.push(`${name}: ${change}`)
    }
    if (items.size === 0)
      changes.push(`${name}: draws questions of a bank in the file and none here: ${draw}`)
    if (held.length <= draw) {
      if (held.length < Math.min(draw, items.size))
        changes.push(
          `${name}: draws more questions in the file than there are here: ${draw} / ${held.length}`,
        )
      continue
    }
    const isEven = held.every((question) => question.points === held[0]?.points)
    if (!isEven || groups.length === quizLimits.groups) {
      changes.push(
        `${name}: draws a part of the questions in the file and asks all here: ${draw} / ${held.length}`,
      )
      continue
    }
    const group = nameApart(name, groups)
    groups.push({ name: group, draw })
    for (const question of held) question.group = group
  }
  return { groups, changes }
}

function nameApart(name: string, groups: readonly { name: string }[]): string {
  const line = name.replaceAll(/\s+/g, ' ').trim()
  const isFree = (one: string) => !groups.some((group) => group.name === one)
  for (let at = 1; ; at += 1) {
    const ending = at === 1 ? '' : ` ${at}`
    const shown = `${cutText(line, quizLimits.groupName - ending.length).trimEnd()}${ending}`
    if (isFree(shown)) return shown
  }
}
