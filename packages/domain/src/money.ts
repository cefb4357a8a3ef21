/** How amounts are written, and what a course costs. Amounts are whole sen (1 ringgit = 100 sen), also in names that end in `Cents`. */

/** Sen as a decimal number of ringgit without a currency: `1234.50`. For form fields, CSV and structured data. */
export const decimalRinggit = (cents: number): string => (cents / 100).toFixed(2)

/** Sen as the specification shows prices, without separators between thousands: `RM 1234.50`. */
export const formatPlainRinggit = (cents: number): string => `RM ${decimalRinggit(cents)}`

/** Sen with separators between thousands: `RM 1,234.50`. For totals, papers and mails. */
export const formatRinggit = (cents: number): string =>
  `RM ${decimalRinggit(cents).replace(/\B(?=(?:\d{3})+\.)/g, ',')}`

/** Like {@link formatRinggit}, with the minus sign of an amount below zero before the currency: `−RM 1,234.50`. */
export const formatSignedRinggit = (cents: number): string =>
  cents < 0 ? `−${formatRinggit(-cents)}` : formatRinggit(cents)

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
