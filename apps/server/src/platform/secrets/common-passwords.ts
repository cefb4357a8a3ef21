/** Checks whether a password is among those that attackers try first. The large list is loaded at the first check. */

/**
 * A password with at most this many digits and signs around a common word is refused: 'Sunshine-2024!' is as easy to guess as
 * 'Sunshine'.
 */
const mostAdded = 6
/** At most this many of the added characters may be letters. The limit applies to longer words only. */
const mostAddedLetters = 2
/** Shorter words are not searched, because they are parts of too many good passwords. */
const shortestWord = 4
const longerWord = 8

const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
}

/** @param own lists texts that are easy to guess for this person, such as their name and address. */
export async function isCommonPassword(password: string, own: readonly string[]): Promise<boolean> {
  const common = await commonPasswords()
  const ownWords = new Set(own.flatMap(wordsOf))
  const isGuessed = (word: string) => common.has(word) || ownWords.has(lettersOf(word))
  return coresOf(password.toLowerCase()).flatMap(readingsOf).some(isGuessed)
}

/** Returns the text, and what remains of it when some characters are removed from its ends. */
function coresOf(text: string): string[] {
  const cores: string[] = []
  for (let start = 0; start <= mostAdded; start += 1) {
    for (let end = 0; start + end <= mostAdded; end += 1) {
      const core = text.slice(start, text.length - end)
      const added = lettersOf(text.slice(0, start) + text.slice(text.length - end)).length
      const isCore =
        core.length >= shortestWord &&
        (added === 0 || (added <= mostAddedLetters && core.length >= longerWord))
      if (isCore) cores.push(core)
    }
  }
  return cores
}

/** Returns the text as typed, with similar signs replaced by letters (leetspeak), and with a doubled word reduced to one. */
function readingsOf(core: string): string[] {
  const readings = [core, withoutLookalikes(core), withoutLookalikes(core.replaceAll('1', 'l'))]
  return readings.flatMap((reading) => {
    const repeated = /^(.{4,})[^\p{L}]*\1$/u.exec(reading)?.[1]
    return repeated === undefined ? reading : [reading, repeated]
  })
}

const withoutLookalikes = (text: string) => text.replace(/[@40!13$57]/g, (sign) => lookalikes[sign] ?? sign)

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')

/** Returns words and runs of neighbouring words that are long enough: 'Mei Ling Tan' → ling, meiling, lingtan, meilingtan. */
function wordsOf(text: string): string[] {
  const parts = text.toLowerCase().split(/[^\p{L}]+/u)
  return parts
    .flatMap((_, first) =>
      parts.slice(first).map((_part, more) => parts.slice(first, first + more + 1).join('')),
    )
    .filter((word) => word.length >= shortestWord)
}

let loading: Promise<ReadonlySet<string>> | undefined

const commonPasswords = (): Promise<ReadonlySet<string>> => (loading ??= load())

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
