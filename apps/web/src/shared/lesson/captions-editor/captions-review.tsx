import { wordsOf, type CaptionLine } from '@apogee/domain/text/captions.ts'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { EncodingChoice } from '../../../platform/file-text/file-text.tsx'
import { clockLength } from '../../../platform/language/dates.ts'
import { useText } from '../../../platform/language/messages.ts'
import { shortTime } from './caption-rows.ts'
import { captionsImportMessages } from './captions-import-messages.en.ts'
import type { CaptionsFile, ChosenCaptions } from './use-captions-file.ts'
import './captions.css'

const firstLines = 3
/** A person reads the list of problems, so it is limited to this many. */
const mostProblems = 50
/** The length of a video is known only in whole seconds. */
const toleranceMs = 1_000

/** Shows what a chosen file holds: its captions, its encoding, and what is left out. */
export function CaptionsReview({
  captions: { chosen, source, move },
  seconds,
}: {
  captions: Pick<CaptionsFile, 'chosen' | 'source' | 'move'>
  /** `seconds` is the length of the video; null means that it is unknown. */
  seconds: number | null
}) {
  return (
    <>
      <EncodingChoice source={source} />
      {chosen ? (
        <div className="captions-review" role="status">
          <Found lines={chosen.found.lines} />
          <Length lines={chosen.found.lines} seconds={seconds} />
          <LeftOut leftOut={chosen.found.leftOut} />
        </div>
      ) : null}
      {chosen && chosen.found.streamOffsetMs !== 0 ? <Move chosen={chosen} move={move} /> : null}
    </>
  )
}

function Found({ lines }: { lines: readonly CaptionLine[] }) {
  const text = useText(captionsImportMessages)
  const ordered = lines.toSorted((a, b) => a.startMs - b.startMs)
  const [first] = ordered
  if (!first) return <p>{text.empty}</p>
  return (
    <>
      <p className="font-semibold">
        {text.found(lines.length, shortTime(first.startMs), shortTime(endOf(lines)))}
      </p>
      <ol className="captions-first">
        {ordered.slice(0, firstLines).map((line) => (
          <li key={`${line.startMs} ${line.endMs} ${line.text}`}>
            <span className="text-secondary">
              {shortTime(line.startMs)} – {shortTime(line.endMs)}
            </span>
            <span dir="auto">{wordsOf(line)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

const endOf = (lines: readonly CaptionLine[]): number =>
  lines.reduce((last, { endMs }) => Math.max(last, endMs), 0)

function Length({ lines, seconds }: { lines: readonly CaptionLine[]; seconds: number | null }) {
  const text = useText(captionsImportMessages)
  if (seconds === null || endOf(lines) <= seconds * 1000 + toleranceMs) return null
  return (
    <Notice tone="warning" quiet>
      {text.longer(shortTime(endOf(lines)), clockLength(seconds))}
    </Notice>
  )
}

function LeftOut({ leftOut }: Pick<ChosenCaptions['found'], 'leftOut'>) {
  const text = useText(captionsImportMessages)
  if (leftOut.length === 0) return null
  return (
    <Disclosure title={text.leftOut(leftOut.length)} open>
      <ul className="captions-left-out">
        {leftOut.slice(0, mostProblems).map((cue) => (
          <li key={cue.line}>
            {text.problem(cue)} <code translate="no">{cue.found}</code>
          </li>
        ))}
        {leftOut.length > mostProblems ? <li>{text.more(leftOut.length - mostProblems)}</li> : null}
      </ul>
    </Disclosure>
  )
}

function Move({ chosen, move }: { chosen: ChosenCaptions; move: (isMoved: boolean) => void }) {
  const text = useText(captionsImportMessages)
  return (
    <Checkbox
      label={text.move(chosen.found.streamOffsetMs / 1000)}
      hint={text.moveHint}
      checked={chosen.isMoved}
      onChange={(event) => move(event.target.checked)}
    />
  )
}
