/** The parameter is the host name of a URL. A trailing dot names the same host. */
export const isHostOfChip = (hostname: string): boolean => /(?:^|\.)chip-in\.asia\.?$/.test(hostname)

/** Returns whether `CHIP_API_URL` leads to CHIP itself, where purchases may be real. */
export const isRealChip = (apiUrl: string): boolean =>
  apiUrl === 'live' || (URL.canParse(apiUrl) && isHostOfChip(new URL(apiUrl).hostname))
