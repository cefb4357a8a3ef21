import type { CourseInvite } from '@apogee/contracts/enrolments/enrolments.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { copyText } from '#web/platform/page/copy-text.ts'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useFocusWhenLost } from '#web/platform/page/focus.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { coursePeopleMessages } from '../../messages/selling/people.en.ts'
import { useContentWrite } from '../../api/authoring.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { copiedStateMs } from '#web/platform/page/use-copy.ts'
import './people-dialog.css'

const dayMs = 86_400_000
const lives = [7, 30, 90, 365] as const
const mostUses = 100_000

export function InviteLinks({ courseId, invites }: { courseId: number; invites: readonly CourseInvite[] }) {
  const text = useText(coursePeopleMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusIsLost = useFocusWhenLost(heading)
  return (
    <section aria-labelledby="invite-links">
      <div>
        <h3 className="ap-h4" id="invite-links">
          {text.inviteLinks}
        </h3>
        <p className="text-sm text-secondary">{text.inviteHint}</p>
      </div>
      <NewLink courseId={courseId} />
      <h4 className="text-sm font-semibold" id="open-links" ref={heading} tabIndex={-1}>
        {text.openLinks}
      </h4>
      {invites.length === 0 ? (
        <p className="text-sm text-secondary">{text.noLinks}</p>
      ) : (
        <ul aria-labelledby="open-links">
          {invites.map((invite) => (
            <OpenLink key={invite.id} courseId={courseId} invite={invite} onRevoked={focusIsLost} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NewLink({ courseId }: { courseId: number }) {
  const text = useText(coursePeopleMessages)
  const failureText = useFailureText()
  const [days, setDays] = useState('30')
  const [uses, setUses] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const create = useContentWrite(courseId, (maxUses: number | undefined) => {
    const expiresAt = new Date(Date.now() + Number(days) * dayMs).toISOString()
    return call('createInvite', {
      params: { id: courseId },
      body: { expiresAt, ...(maxUses !== undefined && { maxUses }) },
    })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const wanted = uses.trim()
    const isWhole = /^\d{1,6}$/.test(wanted) && Number(wanted) >= 1 && Number(wanted) <= mostUses
    if (wanted !== '' && !isWhole) return setProblem(text.usesInvalid)
    create.mutate(wanted === '' ? undefined : Number(wanted), { onSuccess: () => setUses('') })
  }
  return (
    <form method="post" noValidate onSubmit={submit}>
      {create.isError ? <Notice tone="danger">{failureText(create.error, text.createFailed)}</Notice> : null}
      <div className="authoring-invite-fields">
        <Select
          label={text.validFor}
          value={days}
          onChange={(event) => setDays(event.target.value)}
          options={lives.map((life) => ({ value: String(life), label: text.days(life) }))}
        />
        <TextField
          label={text.uses}
          hint={text.usesHint}
          error={problem}
          inputMode="numeric"
          autoComplete="off"
          value={uses}
          onChange={(event) => {
            setUses(event.target.value)
            setProblem(null)
          }}
        />
      </div>
      <div>
        <Button type="submit" icon="link" busy={create.isPending} busyLabel={text.creating}>
          {text.createLink}
        </Button>
      </div>
    </form>
  )
}

function OpenLink({
  courseId,
  invite,
  onRevoked,
}: {
  courseId: number
  invite: CourseInvite
  onRevoked: () => void
}) {
  const text = useText(coursePeopleMessages)
  const language = useLanguage()
  const [isAsking, setIsAsking] = useState(false)
  const [copy, setCopy] = useState<'copied' | 'failed' | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const revocation = useContentWrite(courseId, () =>
    call('revokeInvite', { params: { id: courseId, inviteId: invite.id } }),
  )
  const copyLink = async () => {
    clearTimeout(timer.current)
    try {
      await copyText(invite.url)
    } catch {
      // The browser refused to copy. The link is shown beside the button.
      return setCopy('failed')
    }
    setCopy('copied')
    timer.current = setTimeout(() => setCopy(null), copiedStateMs)
  }
  const titleId = `invite-${invite.id}`
  return (
    <li>
      <div>
        <p id={titleId} className="font-medium">
          {text.linkNumber(invite.id)}
        </p>
        <p className="text-xs">{invite.url}</p>
        <p className="text-xs text-secondary">
          {text.expires(dateInWords(invite.expiresAt, language))} · {text.usedOf(invite.uses, invite.maxUses)}
        </p>
        {copy === 'failed' ? (
          <p className="text-xs" role="alert">
            {text.copyFailed}
          </p>
        ) : null}
      </div>
      <div className="authoring-invite-actions">
        <Button
          size="sm"
          icon={copy === 'copied' ? 'check' : 'link'}
          aria-describedby={titleId}
          onClick={() => void copyLink()}
        >
          {copy === 'copied' ? text.copied : text.copy}
        </Button>
        <Button size="sm" variant="quiet" aria-describedby={titleId} onClick={() => setIsAsking(true)}>
          {text.revoke}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmStep
          step={{
            isPending: revocation.isPending,
            mutateAsync: () => {
              onRevoked()
              return revocation.mutateAsync()
            },
          }}
          title={text.revokeTitle(invite.id)}
          text={text.revokeQuestion}
          action={text.revoke}
          busyLabel={text.revoking}
          failed={text.revokeFailed}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </li>
  )
}
