/**
 * The IANA name of Malaysia's time zone, for `Intl` and SQL. Apart from malaysia-time.ts, so that pages that format dates load only this.
 */
export const malaysiaTimeZone = 'Asia/Kuala_Lumpur'
