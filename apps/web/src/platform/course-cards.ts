/** Courses as their cards show them. */
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { hasFormSigns } from '@apogee/domain/small-text-signs.ts'

/** A description has up to 20,000 characters, and a card shows two lines: at most 180, in the widest column. */
const opening = /^.{120,200}(?=\s)|^.{1,200}/su

/** The words of a description. What reads its form loads for one that may have some; where it does not load, the signs stay. */
export const plainDescription = async (description: string): Promise<string> =>
  hasFormSigns(description)
    ? import('@apogee/domain/small-text.ts').then(
        ({ plainSmallText }) => plainSmallText(description, 'description'),
        () => description,
      )
    : description

/**
 * Without what cards do not show: its language and level, the form of its description, and the part of it that no card has room
 * for. A document holds each text twice.
 */
export async function forCard({
  language: _,
  level: __,
  ...course
}: CatalogueCourse): Promise<CatalogueCourse> {
  const description = await plainDescription(course.description)
  return {
    ...course,
    description: description.length > 200 ? `${opening.exec(description)?.[0]}…` : description,
  }
}

/** The answer of a list, each course for its card. */
export const forCards = async <List extends { data: CatalogueCourse[] }>(list: List): Promise<List> => ({
  ...list,
  data: await Promise.all(list.data.map(forCard)),
})
