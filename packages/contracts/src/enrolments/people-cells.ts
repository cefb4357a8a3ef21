/** Finds addresses with names in cells of a list of people. The module is pure and used by client and server. */

export interface Person {
  email: string
  name: string
}

/** Returns the text with one form of each sign in addresses and names, because keyboards and web pages write several. */
export const withUsualSigns = (text: string): string =>
  withoutEntities(text)
    .replaceAll(/[＠﹫]/g, '@')
    .replaceAll('＜', '<')
    .replaceAll('＞', '>')

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** Text that is copied from the source of a page may be escaped more than once. */
const withoutEntities = (text: string): string =>
  text.replaceAll(/&(?:amp;)+/g, '&').replaceAll(/&(lt|gt|quot|nbsp);/g, (entity, sign: string) =>
    // A quotation mark in a list with quoted cells is part of a cell.
    sign === 'quot' && text.includes('"') ? '""' : (entities[sign] ?? entity),
  )

/** Programs put these signs around copied addresses. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu

/** The name of a group of recipients (RFC 5322) or a label such as `Email:` precedes the first address. */
const label = /^(?!\s*mailto:)[^@<>"“:：]*[:：](?!\/\/)\s*/i

/** Returns the address in a cell, and the name of `Name <address>` or, as Outlook writes it, `Name (address)`. */
export function addressIn(written: string): Person | null {
  const cell = written.replace(finalStop, '')
  const [, named = '', inside] =
    /^([^<]*)<([^<>]*)>$/.exec(cell) ?? /^([^()]*)\(([^()@]*@[^()]*)\)$/.exec(cell) ?? []
  const email = asAddress(inside ?? cell.replace(label, ''))
  if (!email.includes('@')) return null
  const name = named
    .replace(label, '')
    .trim()
    .replace(/^(?:"(.*)"|“(.*)”|'(.*)')$/, '$1$2$3')
  // Programs repeat the address of a contact without a name.
  return { email, name: name.toLowerCase() === email ? '' : name }
}

/** A sentence ends with a sign that is not part of the address. */
const finalStop = /[.,;。．]$/

/** Mail knows no full-width letters. */
const asAddress = (written: string): string =>
  written
    .replaceAll(invisible, '')
    .normalize('NFKC')
    .replaceAll('。', '.')
    .trim()
    .replace(/^mailto:/i, '')
    .toLowerCase()

/** Matches a number or bullet before a line of a list. */
const mark = /^(?:(?:\d{1,3}[.)]|[–—*-])(?:\s+|$)|[•·▪◦‣●○]\s*)/

export const withoutMark = (cell: string): string => cell.replace(mark, '')

/** A name that would be read as a mark, a label or another address keeps its quotation marks, as in RFC 5322. */
export const namedAddress = ({ name, email }: Person): string => {
  const plain = name.replaceAll(/[<>]/g, '')
  return mark.test(plain) || /[:：@]/.test(plain) ? `"${plain}" <${email}>` : `${plain} <${email}>`
}

const gap = /([\s,;，；、،؛]+)/
const edges = /^[\s,;，；、،؛/]+/
const connectors: ReadonlySet<string> = new Set(['/', '&', '+', 'and', 'dan', 'or', 'atau'])

/** Divides a cell behind each of its addresses. Returns the text behind the last address as a piece, so that nothing is lost. */
export function piecesOf(cell: string): string[] {
  if (!cell.includes('@')) return [cell]
  const words = cell.replaceAll(/(@[^\s@/]+)\//g, '$1 / ').split(gap)
  const pieces: string[] = []
  let piece = ''
  let isEmpty = true
  let isQuoted = false
  const end = (written: string) => {
    const found = written.replace(edges, '').trimEnd()
    if (found !== '') pieces.push(found)
    piece = ''
    isEmpty = true
  }
  for (let at = 0; at < words.length; at += 2) {
    const [word = '', between = '', next = ''] = words.slice(at, at + 3)
    if (isEmpty && pieces.length > 0 && connectors.has(word.toLowerCase())) continue
    if (isEmpty && word.startsWith('"') && word !== '"') isQuoted = true
    if (word !== '') isEmpty = false
    if (isQuoted) isQuoted = !word.endsWith('"')
    else if (endsPiece(word, between, next)) {
      end(piece + word)
      continue
    }
    piece += word + between
  }
  end(piece)
  return pieces
}

/** An address before an address in brackets is the name of the person, so it does not end a piece. */
const endsPiece = (word: string, between: string, next: string): boolean =>
  /^[^\s@]+@[^\s@]+$/.test(word) && !(between.trim() === '' && /^[<(][^@]*@/.test(next))
