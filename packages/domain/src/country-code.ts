/** Maps English names of countries to ISO 3166-1 codes. */
let codeByName: Map<string, string> | undefined

/** Returns the alpha-2 code for a code or an English name, in any case. Returns undefined for other texts. */
export function countryCode(country: string | undefined): string | undefined {
  const name = (country ?? '').trim().toLowerCase()
  if (name === '') return undefined
  codeByName ??= countryCodes()
  return codeByName.get(name)
}

/** `Intl` also names these unions, currency zones and private-use regions, which are not countries. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB'])

function countryCodes(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = new Map<string, string>()
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = notCountries.has(code) ? undefined : names.of(code)
    if (name === undefined) continue
    codes.set(code.toLowerCase(), code)
    if (!codes.has(name.toLowerCase())) codes.set(name.toLowerCase(), code)
  }
  return codes
}
