/**
 * Parses an absolute URL; returns null for any other text. Safari 16 and Chrome 119 have neither `URL.parse` nor `URL.canParse`.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
