import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { hasFormSigns } from '@apogee/domain/text/small-text-signs.ts'

/** A description has up to 20,000 characters, and a card shows two lines: at most 180 characters in the widest column. */
const opening = /^.{120,200}(?=\s)|^.{1,200}/su

/**
 * Returns the words of a description without its formatting. The Markdown reader loads only for a description that may be
 * formatted; if it fails to load, the source stays.
 */
export const plainDescription = async (description: string): Promise<string> =>
  hasFormSigns(description)
    ? import('@apogee/domain/text/small-text.ts').then(
        ({ runningSmallText }) => runningSmallText(description, 'description'),
        () => description,
      )
    : description

/**
 * Removes data that cards do not show: the level, formatting, and the part of the description that exceeds a card. A
 * document holds each text twice.
 */
export async function forCard({ level: _, ...course }: CatalogueCourse): Promise<CatalogueCourse> {
  const description = await plainDescription(course.description)
  return {
    ...course,
    description: description.length > 200 ? `${opening.exec(description)?.[0]}…` : description,
  }
}

/** Reduces each course of a list to the data of its card. */
export const forCards = async <List extends { data: CatalogueCourse[] }>(list: List): Promise<List> => ({
  ...list,
  data: await Promise.all(list.data.map(forCard)),
})
