import { parseUrl } from '#web/platform/page/parse-url.ts'
import { mentionsIn } from '@apogee/domain/text/mentions.ts'
import { blocksOf, type TextBlock as Block } from '@apogee/domain/text/plain-text.ts'
import { Fragment } from 'react'
import './plain-text.css'

/**
 * Shows a user's text with its line breaks. Whole http(s) URLs become links, and lines between two fences of three backticks become
 * a code block. `names` are names of people that are emphasised after `@`. Nothing else is interpreted.
 */
export function PlainText({ text, names = [] }: { text: string; names?: readonly string[] | undefined }) {
  const blocks = blocksOf(text)
  return blocks.length === 1 ? (
    <TextBlock {...blocks[0]!} names={names} />
  ) : (
    <div className="grid gap-3">
      {blocks.map((block, place) => (
        <TextBlock key={place} {...block} names={names} />
      ))}
    </div>
  )
}

function TextBlock({ text, isCode, names }: Block & { names: readonly string[] }) {
  return isCode ? (
    <pre className="plain-text-code" translate="no">
      <code>{text}</code>
    </pre>
  ) : (
    <p className="plain-text">
      <TextPieces text={text} names={names} />
    </p>
  )
}

/** Renders URLs as links and emphasises the names of mentioned people. */
export const TextPieces = ({ text, names = [] }: { text: string; names?: readonly string[] | undefined }) =>
  piecesOf(text).map((piece, place) => (
    <Fragment key={place}>
      {piece.href === null ? (
        <Named text={piece.text} names={names} />
      ) : (
        <a className="ap-link" href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {piece.text}
        </a>
      )}
    </Fragment>
  ))

function Named({ text, names }: { text: string; names: readonly string[] }) {
  const mentions = mentionsIn(text, names)
  if (mentions.length === 0) return text
  return [
    ...mentions.flatMap(({ start, end }, place) => [
      text.slice(mentions[place - 1]?.end ?? 0, start),
      <b key={start} className="plain-text-mention">
        {text.slice(start, end)}
      </b>,
    ]),
    text.slice(mentions.at(-1)?.end ?? 0),
  ]
}

export interface Piece {
  text: string
  /** Null means that this piece is not a link. */
  href: string | null
}

/** A URL ends before a blank, a quotation mark, a bracket of markup, and a punctuation mark of another script, such as `，`. */
const addresses = /https?:\/\/(?:[!#-&(-;=?-~]|[^\x00-\x7f\p{P}\p{S}\p{Z}\p{C}])+/giu

/** Splits a text at its URLs. Punctuation after a URL is not part of it. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(addresses)) {
    const address = withoutSentenceEnd(found)
    const href = hrefOf(address)
    if (href === null) continue
    if (index > done) pieces.push({ text: text.slice(done, index), href: null })
    pieces.push({ text: address, href })
    done = index + address.length
  }
  if (done < text.length || pieces.length === 0) pieces.push({ text: text.slice(done), href: null })
  return pieces
}

/** Removes punctuation at the end of a URL. A closing bracket stays if the URL contains its opening bracket. */
function withoutSentenceEnd(address: string): string {
  let end = address.length
  let unopened = address.split(')').length - address.split('(').length
  while (end > 0 && '.,;:!?)]}'.includes(address[end - 1] ?? ' ')) {
    const isBracket = address[end - 1] === ')'
    if (isBracket && unopened <= 0) break
    if (isBracket) unopened -= 1
    end -= 1
  }
  return address.slice(0, end)
}

/** Returns the target of a URL, or null if the URL is invalid or contains a user name or password. */
function hrefOf(address: string): string | null {
  const url = parseUrl(address)
  if (url === null) return null
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return url.username || url.password ? null : url.href
}
