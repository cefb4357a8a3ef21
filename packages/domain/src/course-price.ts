/** What a course costs for a reader. Prices are whole sen. */

/** A price of 0, and an absent price, is free (docs/specification.md#9-business-constants-and-limits). */
export const isFree = (course: { price?: number | null }): boolean => !course.price

/** The price now, in sen: the sale price while a sale runs, otherwise the list price. */
export const currentPrice = ({
  price,
  sale,
}: {
  price: number
  sale?: { price: number } | undefined
}): number => sale?.price ?? price

/** The sum of prices in sen; an absent price counts 0 (docs/specification.md#4-states-and-transitions). */
export const sumOfPrices = (courses: readonly { price?: number | null }[]): number =>
  courses.reduce((sum, course) => sum + (course.price ?? 0), 0)
