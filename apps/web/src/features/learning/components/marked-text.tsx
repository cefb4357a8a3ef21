import type { TextPlace } from '@apogee/domain/text/transcript.ts'
import { Fragment } from 'react'
import './transcript/transcript.css'

export function MarkedText({
  text,
  places,
  activeFrom = null,
}: {
  text: string
  places: readonly TextPlace[]
  /** `activeFrom` is the position at which the current match starts. */
  activeFrom?: number | null
}) {
  return (
    <>
      {places.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(places[index - 1]?.[1] ?? 0, from)}
          <mark className="transcript-mark" data-active={from === activeFrom || undefined}>
            {text.slice(from, to)}
          </mark>
        </Fragment>
      ))}
      {text.slice(places.at(-1)?.[1] ?? 0)}
    </>
  )
}
