import './goals.css'
import type { LearningGoal } from '@apogee/contracts/goals/goals.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState, type FormEvent } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { useSave } from '#web/platform/forms/use-save.ts'
import { replaceCalendarLink, savePlan, useShowGoal } from '../api/goals.ts'
import { goalsMessages } from '../messages/goals.en.ts'
import { weekdays } from '../weekdays.ts'

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/** Edits when the learner wants to learn, and offers the calendar of these times. */
export function LearningPlan({ userId, goal }: { userId: number; goal: LearningGoal }) {
  return (
    <div className="goal-plan">
      <PlanForm userId={userId} goal={goal} />
      <Calendar userId={userId} goal={goal} />
    </div>
  )
}

function PlanForm({ userId, goal: { plan, reminders } }: { userId: number; goal: LearningGoal }) {
  const text = useText(goalsMessages)
  const show = useShowGoal(userId)
  const [chosen, setChosen] = useState<readonly number[]>(plan.weekdays)
  const [hour, setHour] = useState(plan.hour)
  // Reminders that the server has stopped by itself are selected in the form, so that saving starts them again.
  const [reminds, setReminds] = useState(reminders !== 'off')
  const { user } = useSession()
  const { send, busy, error, clearError } = useSave({
    save: savePlan,
    failed: text.planFailed,
    notice: () => text.planSaved,
    onSaved: show,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send({ weekdays: [...chosen], hour, reminds })
  }
  return (
    <form className="goal-plan" method="post" noValidate onSubmit={onSubmit} onChange={clearError}>
      <fieldset>
        <legend className="ap-field-label">{text.weekdays}</legend>
        <div className="goal-weekdays">
          {weekdays.map((weekday, index) => (
            <Checkbox
              key={weekday}
              label={text[`day:${weekday}`]}
              checked={chosen.includes(index + 1)}
              onChange={({ target }) =>
                setChosen((days) =>
                  target.checked ? [...days, index + 1] : days.filter((day) => day !== index + 1),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <Select
        label={text.hour}
        hint={text.zone(plan.timeZone)}
        value={String(hour)}
        options={hours.map((label, value) => ({ value: String(value), label }))}
        onChange={({ target }) => setHour(Number(target.value))}
      />
      <Checkbox
        label={text.remind}
        hint={user?.emailVerified === false ? `${text.remindHint} ${text.remindUnproven}` : text.remindHint}
        checked={reminds}
        onChange={({ target }) => setReminds(target.checked)}
      />
      {reminders === 'stopped' ? <Notice tone="warning">{text.remindStopped}</Notice> : null}
      {error ? <Notice tone="danger">{error}</Notice> : null}
      <Button type="submit" busy={busy} busyLabel={text.saving}>
        {text.savePlan}
      </Button>
    </form>
  )
}

function Calendar({ userId, goal: { plan, calendarUrl } }: { userId: number; goal: LearningGoal }) {
  const text = useText(goalsMessages)
  const show = useShowGoal(userId)
  const { send, busy, error } = useSave({
    save: replaceCalendarLink,
    failed: text.addressFailed,
    notice: () => text.addressReplaced,
    onSaved: show,
  })
  const { copy } = useCopy(calendarUrl ?? '', { success: text.addressCopied, failed: text.copyFailed })
  return (
    <>
      <div>
        <h3 className="ap-field-label">{text.calendar}</h3>
        <p className="text-sm text-secondary">{text.calendarLead}</p>
        {plan.weekdays.length === 0 ? (
          <p className="mt-2 text-sm text-secondary">{text.calendarNeedsDays}</p>
        ) : null}
      </div>
      {calendarUrl === null ? null : (
        <>
          <TextField
            label={text.address}
            hint={text.addressHint}
            value={calendarUrl}
            readOnly
            onFocus={({ target }) => target.select()}
          />
          <div className="goal-actions">
            <Button icon="link" onClick={copy}>
              {text.copyAddress}
            </Button>
            <LinkButton as="a" href={calendarUrl.replace(/^https?:/, 'webcal:')}>
              {text.openInCalendar}
            </LinkButton>
          </div>
          <p className="text-sm text-secondary">{text.replaceHint}</p>
        </>
      )}
      {error ? <Notice tone="danger">{error}</Notice> : null}
      <Button busy={busy} busyLabel={text.saving} onClick={() => void send(undefined)}>
        {calendarUrl === null ? text.createAddress : text.replaceAddress}
      </Button>
    </>
  )
}
