/** Compares the name of a bank account with a legal name. The result is a hint for the person who decides, never a decision. */
import type { NameVerdict } from '@apogee/contracts/businesses/seller-checks.ts'

/** These are alternative spellings of one word. Longer spellings come first. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\bSENDIRIAN BERHAD\b|\bSDN BERHAD\b|\bSENDIRIAN BHD\b|\bS B\b/g, 'SDN BHD'],
  [/\bBERHAD\b/g, 'BHD'],
  [/\bPERKONGSIAN LIABILITI TERHAD\b|\bLIMITED LIABILITY PARTNERSHIP\b|\bLLP\b/g, 'PLT'],
  [/\bANAK LELAKI\b|\bA L\b/g, 'AL'],
  [/\bANAK PEREMPUAN\b|\bA P\b/g, 'AP'],
  [/\bBINTE\b|\bBINTI\b|\bBTE\b|\bBTI\b|\bBT\b/g, 'BINTI'],
  [/\bBIN\b|\bBN\b/g, 'BIN'],
  [/\bAND\b|\bDAN\b/g, ' '],
  [/\bMSIA\b/g, 'MALAYSIA'],
]
/** Banks leave out company forms and the particles between the names of a person. */
const fillers: ReadonlySet<string> = new Set(['SDN', 'BHD', 'PLT', 'BIN', 'BINTI', 'AL', 'AP'])
/** These are spellings of one frequent name. Two of them count as similar rather than as equal. */
const muhammads = /^(?:MUHAMMAD|MOHAMMAD|MOHAMAD|MUHAMAD|MOHAMED|MOHAMMED|MOHD|MUHD|MHD|MD)$/

/** Banks cut off long names. A common beginning shorter than this proves nothing. */
const cutOffFrom = 12
const mostTypos = 2
const typosFrom = 10

export function comparedName(name: string): string {
  let text = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replaceAll(/\(M\)/g, ' MALAYSIA ')
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  for (const [spelling, word] of spellings) text = text.replaceAll(spelling, word)
  return text.replaceAll(/\s+/g, ' ').trim()
}

export function compareNames(legalName: string, accountHolder: string): NameVerdict {
  const [legal, holder] = [comparedName(legalName), comparedName(accountHolder)]
  if (legal === '' || holder === '') return 'differs'
  if (legal === holder) return 'matches'
  const [ownWords, bankWords] = [coreOf(legal), coreOf(holder)]
  if (ownWords.length === 0 || bankWords.length === 0) return 'differs'
  if (sorted(ownWords) === sorted(bankWords)) return 'similar'
  const [own, bank] = [ownWords.join(' '), bankWords.join(' ')]
  if (bank.length >= cutOffFrom && own.startsWith(bank)) return 'similar'
  const isNear = Math.min(own.length, bank.length) >= typosFrom && distance(own, bank) <= mostTypos
  return isNear ? 'similar' : 'differs'
}

const coreOf = (name: string): string[] =>
  name
    .split(' ')
    .filter((word) => !fillers.has(word))
    .map((word) => (muhammads.test(word) ? 'MUHAMMAD' : word))

const sorted = (words: readonly string[]) => words.toSorted().join(' ')

/** Returns the Levenshtein distance. Names have at most 200 characters. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (const [place, wanted] of [...other].entries())
      next.push(
        Math.min(
          (next[place] ?? 0) + 1,
          (row[place + 1] ?? 0) + 1,
          (row[place] ?? 0) + (letter === wanted ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
