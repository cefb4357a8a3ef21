import { downloadIcon } from '@apogee/ui/icons/more-icons.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '#web/platform/page/copy-text.ts'
import { saveText } from '#web/platform/edit-conflicts/save-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { copiedStateMs } from '#web/platform/page/use-copy.ts'
import { asCsv, type Outcome, type ReportLine } from '../../people-entries.ts'
import { coursePeopleMessages } from '../../messages/selling/people.en.ts'
import { TakeBack } from './take-back.tsx'
import './people-dialog.css'

const tones = {
  enrolled: 'positive',
  already: 'neutral',
  invited: 'info',
  declined: 'warning',
  limit: 'warning',
  twice: 'neutral',
  no_email: 'danger',
  bad_email: 'danger',
  too_many: 'warning',
} as const satisfies Record<Outcome, string>

export interface Report {
  lines: readonly ReportLine[]
  /** Undefined means that the press enrolled or invited nobody new, so nothing can be taken back. */
  givenAt: string | undefined
}

/** Shows the result of every line; skipped lines come first. */
export function EnrolmentReport({ lines, givenAt, courseId }: Report & { courseId: number }) {
  const text = useText(coursePeopleMessages)
  const count = (...wanted: Outcome[]) => lines.filter(({ outcome }) => wanted.includes(outcome)).length
  const leftOut = count('declined', 'limit', 'twice', 'no_email', 'bad_email', 'too_many')
  const isLeftOut = ({ outcome }: ReportLine) => !['enrolled', 'already', 'invited'].includes(outcome)
  const inOrder = [...lines.filter(isLeftOut), ...lines.filter((line) => !isLeftOut(line))]
  const subjectOf = ({ email, name }: ReportLine) => email || name || '–'
  const placeOf = ({ file, row }: ReportLine) => (file === null ? text.line(row) : text.lineOf(row, file))
  return (
    <>
      <Notice tone={leftOut > 0 ? 'warning' : 'positive'}>
        {text.outcome({
          enrolled: count('enrolled'),
          already: count('already'),
          invited: count('invited'),
          leftOut,
        })}
      </Notice>
      <ReportActions
        rows={[
          [text.columnLine, text.columnFile, text.columnEmail, text.columnName, text.columnOutcome],
          ...lines.map(({ row, file, email, name, outcome }) => [
            String(row),
            file ?? '',
            email,
            name,
            text[outcome],
          ]),
        ]}
      />
      {givenAt !== undefined && count('enrolled', 'invited') > 0 ? (
        <TakeBack key={givenAt} courseId={courseId} givenAt={givenAt} />
      ) : null}
      <ul aria-label={text.outcomeOfEach} className="authoring-report">
        {inOrder.map((line) => (
          <li key={`${line.file ?? ''}/${line.row}/${line.email}`}>
            <div>
              <p>{subjectOf(line)}</p>
              <p className="text-xs text-secondary">{placeOf(line)}</p>
            </div>
            <Badge tone={tones[line.outcome]}>{text[line.outcome]}</Badge>
          </li>
        ))}
      </ul>
    </>
  )
}

function ReportActions({ rows }: { rows: readonly (readonly string[])[] }) {
  const text = useText(coursePeopleMessages)
  const [copy, setCopy] = useState<'copied' | 'failed' | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copyReport = async () => {
    clearTimeout(timer.current)
    try {
      await copyText(rows.map((row) => row.join('\t')).join('\n'))
    } catch {
      // The browser refused to copy. The report can still be downloaded.
      return setCopy('failed')
    }
    setCopy('copied')
    timer.current = setTimeout(() => setCopy(null), copiedStateMs)
  }
  return (
    <div className="authoring-invite-actions">
      <Button
        size="sm"
        icon={downloadIcon}
        onClick={() => saveText(text.reportFile, asCsv(rows), 'text/csv')}
      >
        {text.downloadReport}
      </Button>
      <Button
        size="sm"
        variant="quiet"
        {...(copy === 'copied' && { icon: 'check' as const })}
        onClick={() => void copyReport()}
      >
        {copy === 'copied' ? text.copied : text.copyReport}
      </Button>
      {copy === 'failed' ? (
        <p className="text-xs" role="alert">
          {text.copyReportFailed}
        </p>
      ) : null}
    </div>
  )
}
