/**
 * Returns a code as the server writes it, however a person has typed it from a card: letters of any case, with or without spaces and
 * hyphens. The codes contain neither O, I nor L, so that these are read as the digits that look like them.
 */
export function writtenCode(typed: string): string {
  const signs = [...typed.toUpperCase()].map((sign) => lookAlike[sign] ?? sign)
  return signs.filter((sign) => (sign >= '0' && sign <= '9') || (sign >= 'A' && sign <= 'Z')).join('')
}

const lookAlike: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }
