/** Whether a password is among those that guessers try first. The list is large, so it is loaded at the first question. */

/** At most so many characters beside a common word: 'Sunshine2024' is as easy to guess as 'Sunshine'. */
const mostAdded = 5
/** Shorter words are parts of too many good passwords. */
const shortestWord = 4

const lookalikes: Record<string, string> = {
  ...{ '@': 'a', '4': 'a', '0': 'o', '1': 'i', '!': 'i', '3': 'e', $: 's', '5': 's', '7': 't' },
}

/** @param own words that are easy to guess for this person: their name, the mailbox of their address */
export async function isCommonPassword(password: string, own: readonly string[]): Promise<boolean> {
  const common = await commonPasswords()
  const whole = password.toLowerCase()
  if (common.has(whole) || common.has(withoutLookalikes(whole))) return true
  const word = whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  if (word.length < shortestWord || whole.length - word.length > mostAdded) return false
  const readings = [word, withoutLookalikes(word)]
  const ownWords = new Set(own.flatMap(wordsOf))
  return readings.some((reading) => common.has(reading) || ownWords.has(lettersOf(reading)))
}

const withoutLookalikes = (text: string) => text.replace(/[@40!13$57]/g, (sign) => lookalikes[sign] ?? sign)

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')

/** 'Mei Ling Tan' → mei, ling, tan, meilingtan: those that are long enough. */
function wordsOf(text: string): string[] {
  const parts = text.toLowerCase().split(/[^\p{L}]+/u)
  return [...parts, parts.join('')].filter((part) => part.length >= shortestWord)
}

let loading: Promise<ReadonlySet<string>> | undefined

const commonPasswords = (): Promise<ReadonlySet<string>> => (loading ??= load())

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
