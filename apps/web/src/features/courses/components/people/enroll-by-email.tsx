import { personAsTyped, readPeople, type PeopleColumns } from '@apogee/contracts/enrolments/people-list.ts'
import { Button } from '@apogee/ui/button.tsx'
import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useState, type FormEvent } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { EncodingChoice, useFileText } from '#web/platform/file-text/file-text.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { PeopleColumnsChoice } from '#web/shared/people/people-columns.tsx'
import { EnrolmentReport, type Report } from './enrolment-report.tsx'
import {
  entriesOf,
  readPeopleFile,
  reportOf,
  type Entry,
  type PeopleFile,
  type ReportLine,
} from '../../people-entries.ts'
import { coursePeopleMessages } from '../../messages/selling/people.en.ts'
import { useContentWrite } from '../../api/authoring.ts'

const mostBytes = 1_000_000

/** Reads a CSV file of people in the browser; `problem` says why a file was refused. */
function usePeopleFile() {
  const text = useText(coursePeopleMessages)
  const [file, setFile] = useState<PeopleFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const source = useFileText(
    (content, { name }) => {
      const people = readPeopleFile(name, content)
      const hasAddress = people.people.some(({ email }) => email !== '')
      setProblem(hasAddress ? null : text.csvEmpty)
      setFile(hasAddress ? people : null)
    },
    (reason) => {
      setFile(null)
      setProblem(reason)
    },
  )
  const read = async (chosen: File) => {
    setFile(null)
    source.forget()
    if (!/\.(csv|txt)$/i.test(chosen.name)) return setProblem(text.csvUnsupported)
    if (chosen.size > mostBytes) return setProblem(text.csvTooLarge)
    await source.read(chosen)
  }
  const remove = () => {
    setFile(null)
    source.forget()
  }
  const choose = (columns: PeopleColumns) => {
    if (file) setFile(readPeopleFile(file.name, file.text, columns))
  }
  return { file, problem, source, read, remove, choose }
}

const useEnrolment = (courseId: number) =>
  useContentWrite(courseId, (entries: Entry[]) => {
    const people = entries.filter((entry) => entry.problem === null)
    const emails = people.map(({ email }) => email)
    const names = people.filter(({ name }) => name !== '').map(({ email, name }) => ({ email, name }))
    return call('enrolPeople', { params: { id: courseId }, body: { emails, names } })
  })

/** Accepts addresses as text or from a CSV file read in the browser, and shows the result of every line. */
export function EnrollByEmail({ courseId }: { courseId: number }) {
  const text = useText(coursePeopleMessages)
  const failureText = useFailureText()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { file, ...people } = usePeopleFile()
  const [report, setReport] = useState<Report | null>(null)
  const enroll = useEnrolment(courseId)
  const type = (next: string) => {
    setTyped(next)
    setProblem(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (enroll.isPending) return
    const addressed = readPeople(typed)
    const wrong = addressed.find((person) => person.problem === 'no_email' || person.problem === 'bad_email')
    if (wrong) return setProblem(text.notAnAddress(wrong.email || wrong.name))
    const entries = entriesOf(addressed, file)
    if (!entries.some((entry) => entry.problem === null)) return setProblem(text.addressesMissing)
    enroll.mutate(entries, {
      onSuccess: ({ data }) => {
        const lines = reportOf(entries, data.people)
        setReport({ lines, givenAt: data.givenAt })
        type(leftForTomorrow(lines))
        people.remove()
      },
    })
  }
  return (
    <section aria-labelledby="enroll-by-email">
      <h3 className="ap-h4" id="enroll-by-email">
        {text.enrollByEmail}
      </h3>
      <form method="post" noValidate onSubmit={submit}>
        {enroll.isError ? (
          <Notice tone="danger">{failureText(enroll.error, text.enrollFailed)}</Notice>
        ) : null}
        <TextArea
          label={text.addresses}
          hint={text.addressesHint}
          error={problem}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
        <FileDrop
          label={text.csvFile}
          prompt={text.dropFile}
          browseLabel={text.browse}
          hint={file ? text.csvRead(addressesIn(file), leftOutIn(file)) : text.csvHint}
          accept=".csv,.txt,text/csv"
          onFile={(chosen) => void people.read(chosen)}
          fileName={file?.name ?? null}
          onRemove={people.remove}
          removeLabel={text.removeFile}
          error={people.problem}
          disabled={enroll.isPending}
        />
        <EncodingChoice source={people.source} />
        {file ? (
          <PeopleColumnsChoice list={file.text} chosen={file.columns} onChoose={people.choose} />
        ) : null}
        <div>
          <Button type="submit" variant="primary" busy={enroll.isPending} busyLabel={text.enrolling}>
            {text.enrollPeople}
          </Button>
        </div>
      </form>
      {report ? <EnrolmentReport {...report} courseId={courseId} /> : null}
    </section>
  )
}

/** Addresses beyond today's limit stay in the field, so that they can be sent tomorrow. */
const leftForTomorrow = (lines: readonly ReportLine[]) =>
  lines
    .filter(({ outcome }) => outcome === 'limit')
    .map(personAsTyped)
    .join('\n')

const goodIn = (file: PeopleFile) => entriesOf([], file).filter(({ problem }) => problem === null)
const addressesIn = (file: PeopleFile) => goodIn(file).length
const leftOutIn = (file: PeopleFile) => file.people.length - goodIn(file).length
