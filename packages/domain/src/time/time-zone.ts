/**
 * Holds the IANA name for `Intl` and SQL. The file is apart from malaysia-time.ts, so that pages that only format dates load
 * nothing else.
 */
export const malaysiaTimeZone = 'Asia/Kuala_Lumpur'
