/** Letters of other scripts, and digits, that look like Latin letters. */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  ɑ: 'a',
  α: 'a',
  '4': 'a',
  р: 'p',
  ρ: 'p',
  о: 'o',
  ο: 'o',
  σ: 'o',
  '0': 'o',
  ɡ: 'g',
  ց: 'g',
  '9': 'g',
  е: 'e',
  є: 'e',
  ε: 'e',
  '3': 'e',
}

/** Returns the letters as they look, without marks and case. */
const looksOf = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase()]
    .map((letter) => lookalikes[letter] ?? letter)
    .filter((letter) => /\p{L}/u.test(letter))
    .join('')

const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** A word with letters of two of these scripts imitates another word. */
const mixesScripts = (word: string): boolean => scripts.filter((script) => script.test(word)).length > 1

/** Signs that separate addresses in headers, or make an address of a name. */
const signsOfAddresses = /[<>()[\]\\,;:"@/]/

export const isSenderName = (name: string): boolean =>
  !signsOfAddresses.test(name) &&
  !name.split(' ').some(mixesScripts) &&
  !/\p{Cf}/u.test(name) &&
  !looksOf(name).includes('apogee')

/** Returns the name that receivers see. It names the platform too, because mail programs show the name without the address. */
export const shownSender = (name: string): string => (name === '' ? 'Apogee' : `${name} via Apogee`)
