/** Whether a password is among those that guessers try first. The list is large, so it is loaded at the first question. */

/** At most so many digits and signs around a common word: 'Sunshine-2024!' is as easy to guess as 'Sunshine'. */
const mostAdded = 6
/** Letters among them, around a longer word only. */
const mostAddedLetters = 2
/** Shorter words are parts of too many good passwords. */
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

/** @param own texts that are easy to guess for this person: their name, their address */
export async function isCommonPassword(password: string, own: readonly string[]): Promise<boolean> {
  const common = await commonPasswords()
  const ownWords = new Set(own.flatMap(wordsOf))
  const isGuessed = (word: string) => common.has(word) || ownWords.has(lettersOf(word))
  return coresOf(password.toLowerCase()).flatMap(readingsOf).some(isGuessed)
}

/** The text, and what is left of it without some characters at its ends. */
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

/** As typed, with letters for the signs that look like them, and a word that is typed twice as one. */
function readingsOf(core: string): string[] {
  const readings = [core, withoutLookalikes(core), withoutLookalikes(core.replaceAll('1', 'l'))]
  return readings.flatMap((reading) => {
    const repeated = /^(.{4,})[^\p{L}]*\1$/u.exec(reading)?.[1]
    return repeated === undefined ? reading : [reading, repeated]
  })
}

const withoutLookalikes = (text: string) => text.replace(/[@40!13$57]/g, (sign) => lookalikes[sign] ?? sign)

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')

/** 'Mei Ling Tan' → ling, meiling, lingtan, meilingtan: words and runs of neighbouring words that are long enough. */
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
