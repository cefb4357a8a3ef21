/**
 * Holds the IANA name for `Intl` and SQL. It is separate from malaysia-time.ts, so that pages that format dates load only this
 * file.
 */
export const malaysiaTimeZone = 'Asia/Kuala_Lumpur'
