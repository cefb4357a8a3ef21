import type { EnrolledPerson } from '@apogee/contracts/enrolments.ts'
import { enrolAtOnce } from '@apogee/contracts/limits.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { FileDrop } from '@apogee/ui/file-drop.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { TextArea } from '@apogee/ui/text-field.tsx'
import { useState, type FormEvent } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { addressesIn, addressesInFirstColumn } from './addresses.ts'
import { coursePeopleMessages } from './people-messages.en.ts'
import { useContentWrite } from './queries.ts'

/** Addresses typed, pasted or from a CSV file that is read here; then what became of each. */
export function EnrollByEmail({ courseId }: { courseId: number }) {
  const text = useText(coursePeopleMessages)
  const failureText = useFailureText()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [csv, setCsv] = useState<{ read?: string; problem?: string }>({})
  const enroll = useContentWrite(courseId, (emails: string[]) =>
    call('enrolPeople', { params: { id: courseId }, body: { emails } }),
  )
  const type = (next: string) => {
    setTyped(next)
    setProblem(null)
  }
  const readCsv = async (file: File) => {
    if (!/\.(csv|txt)$/i.test(file.name)) return setCsv({ problem: text.csvUnsupported })
    const found = addressesInFirstColumn(await file.text())
    if (found.length === 0) return setCsv({ problem: text.csvEmpty })
    type([...addressesIn(typed).emails, ...found].join('\n'))
    setCsv({ read: text.csvRead(found.length, file.name) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (enroll.isPending) return
    const { emails, wrong } = addressesIn(typed)
    if (emails.length === 0) return setProblem(text.addressesMissing)
    if (wrong !== undefined) return setProblem(text.notAnAddress(wrong))
    if (emails.length > enrolAtOnce) return setProblem(text.tooMany(enrolAtOnce))
    enroll.mutate(emails, {
      onSuccess: () => {
        type('')
        setCsv({})
      },
    })
  }
  const outcome = enroll.data?.data.people
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
          hint={csv.read ?? text.csvHint}
          accept=".csv,.txt,text/csv"
          onFile={(file) => void readCsv(file)}
          error={csv.problem}
          disabled={enroll.isPending}
        />
        <div>
          <Button type="submit" variant="primary" busy={enroll.isPending} busyLabel={text.enrolling}>
            {text.enrollPeople}
          </Button>
        </div>
      </form>
      {outcome ? <Outcome people={outcome} /> : null}
    </section>
  )
}

const tones = { enrolled: 'positive', already: 'neutral', waiting: 'warning' } as const

function Outcome({ people }: { people: readonly EnrolledPerson[] }) {
  const text = useText(coursePeopleMessages)
  const count = (wanted: EnrolledPerson['state']) => people.filter(({ state }) => state === wanted).length
  return (
    <>
      <Notice>{text.outcome(count('enrolled'), count('already'), count('waiting'))}</Notice>
      <ul aria-label={text.outcomeOfEach}>
        {people.map(({ email, state }) => (
          <li key={email}>
            <span>{email}</span>
            <Badge tone={tones[state]}>{text[state]}</Badge>
          </li>
        ))}
      </ul>
    </>
  )
}
