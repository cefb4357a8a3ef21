/**
 * Formats amounts and computes what a course costs. Amounts are whole sen (1 ringgit = 100 sen), also in names that end in `Cents`.
 */

/**
 * Formats sen as a decimal number of ringgit without a currency: `1234.50`. Form fields, CSV and structured data use this format.
 */
export const decimalRinggit = (cents: number): string => (cents / 100).toFixed(2)

/** Formats sen as the specification shows prices, without thousands separators: `RM 1234.50`. */
export const formatPlainRinggit = (cents: number): string => `RM ${decimalRinggit(cents)}`

/** Formats sen with thousands separators: `RM 1,234.50`. Totals, printed documents and mails use this format. */
export const formatRinggit = (cents: number): string =>
  `RM ${decimalRinggit(cents).replace(/\B(?=(?:\d{3})+\.)/g, ',')}`

/** Formats like {@link formatRinggit}, with the minus sign of a negative amount before the currency: `−RM 1,234.50`. */
export const formatSignedRinggit = (cents: number): string =>
  cents < 0 ? `−${formatRinggit(-cents)}` : formatRinggit(cents)

/** A price of 0 and an absent price are free (docs/specification.md#9-business-constants-and-limits). */
export const isFree = (course: { price?: number | null }): boolean => !course.price

/** Returns the price in sen: the sale price while a sale runs, otherwise the list price. */
export const currentPrice = ({
  price,
  sale,
}: {
  price: number
  sale?: { price: number } | undefined
}): number => sale?.price ?? price

/** Sums prices in sen. An absent price counts as 0 (docs/specification.md#4-states-and-transitions). */
export const sumOfPrices = (courses: readonly { price?: number | null }[]): number =>
  courses.reduce((sum, course) => sum + (course.price ?? 0), 0)
