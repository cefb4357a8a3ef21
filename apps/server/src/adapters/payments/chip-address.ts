/** CHIP's own addresses on the internet. */

/** Of a URL's host name; a dot at its end makes no other host. */
export const isHostOfChip = (hostname: string): boolean => /(?:^|\.)chip-in\.asia\.?$/.test(hostname)

/** Whether `CHIP_API_URL` leads to CHIP itself, where purchases may be real. */
export const isRealChip = (apiUrl: string): boolean =>
  apiUrl === 'live' || (URL.canParse(apiUrl) && isHostOfChip(new URL(apiUrl).hostname))
