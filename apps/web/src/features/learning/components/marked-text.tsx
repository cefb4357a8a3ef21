import type { TextPlace } from '@apogee/domain/transcript.ts'
import { Fragment } from 'react'
import './transcript.css'

/** A text with what a search found in it. */
export function MarkedText({
  text,
  places,
  activeFrom = null,
}: {
  text: string
  places: readonly TextPlace[]
  /** Beginning of the place that is shown. */
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
