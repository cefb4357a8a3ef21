/** Courses as their cards show them. */
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'

/** A description has up to 20,000 characters, and a card shows two lines: at most 180, in the widest column. */
const opening = /^.{120,200}(?=\s)|^.{1,200}/su

/**
 * Without what cards do not show: its language and level, and the part of its description that no card has room for. A
 * document holds each text twice.
 */
export function forCard({ language: _, level: __, ...course }: CatalogueCourse): CatalogueCourse {
  const { description } = course
  return description.length > 200 ? { ...course, description: `${opening.exec(description)?.[0]}…` } : course
}

/** The answer of a list, each course for its card. */
export const forCards = <List extends { data: CatalogueCourse[] }>(list: List): List => ({
  ...list,
  data: list.data.map(forCard),
})
