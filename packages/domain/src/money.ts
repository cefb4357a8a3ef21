/** How amounts are written. Amounts are whole sen (1 ringgit = 100 sen), also in names that end in `Cents`. */

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
