import { Fragment } from 'react'
import './community.css'

/** User text with line breaks; whole http(s) addresses become links, nothing else does. */
export function PlainText({ text }: { text: string }) {
  return (
    <p className="community-text">
      {piecesOf(text).map((piece, place) => (
        <Fragment key={place}>
          {piece.href === null ? (
            piece.text
          ) : (
            <a className="ap-link" href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc">
              {piece.text}
            </a>
          )}
        </Fragment>
      ))}
    </p>
  )
}

export interface Piece {
  text: string
  /** Null: text only. */
  href: string | null
}

/** Splits a text at its addresses. Punctuation after an address is not part of it. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(/https?:\/\/[^\s<>"'“”]+/gi)) {
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

function withoutSentenceEnd(address: string): string {
  let end = address.length
  while (end > 0 && '.,;:!?)]}'.includes(address[end - 1] ?? ' ')) {
    const isOwn = address[end - 1] === ')' && address.slice(0, end).includes('(')
    if (isOwn) break
    end -= 1
  }
  return address.slice(0, end)
}

/** Null for invalid addresses, and for those with a user name and password. */
function hrefOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return url.username || url.password ? null : url.href
}
