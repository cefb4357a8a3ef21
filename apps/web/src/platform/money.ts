/** Sen as the spec shows prices: `RM 149.00`. */
export const ringgit = (cents: number): string => `RM ${(cents / 100).toFixed(2)}`

/** A large sum of sen, with its thousands apart: `RM 42,600.00`. */
export const ringgitSum = (cents: number): string =>
  `RM ${(cents / 100).toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',')}`

/** 0 or absent is free (docs/specification.md#9-business-constants-and-limits). */
export const isFree = (course: { price?: number | null }): boolean => !course.price

/** Sen that a course is sold for at this moment: the sale price while a sale runs. */
export const soldFor = ({ price, sale }: { price: number; sale?: { price: number } | undefined }): number =>
  sale?.price ?? price

/** Sum of prices in sen; a missing price counts 0 (docs/specification.md#4-states-and-transitions). */
export const sumOfPrices = (courses: readonly { price?: number | null }[]): number =>
  courses.reduce((sum, course) => sum + (course.price ?? 0), 0)
