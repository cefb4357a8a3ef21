import type { Studio } from '@apogee/contracts/operations/studio.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useSave } from '#web/platform/forms/use-save.ts'
import { studioQuery } from '../api/studio.ts'
import { studioHomeMessages } from '../messages/studio-home.en.ts'
import './studio.css'

type Steps = NonNullable<Studio['checklist']>

/** Returns the page on which the step is done. Steps of a course lead to the first step while there is no course. */
function placeOf({ step, courseId, lacksTerms }: Steps[number]): string {
  if (step === 'share') return '/admin/sales'
  if (step === 'paid') return `/studio/business#${lacksTerms ? 'receipts' : 'chip'}-heading`
  if (courseId === undefined) return '/admin?tab=courses&new=course'
  if (step === 'price' && lacksTerms) return '/studio/business#money-back-heading'
  return `/course/${courseId}/manage`
}

/**
 * Shows a newcomer's completed steps, and the next one with its reason and its button. The list disappears when all steps are done or
 * it is dismissed.
 */
export function StudioChecklist({ steps, userId }: { steps: Steps; userId: number }) {
  const text = useText(studioHomeMessages)
  const queries = useQueryClient()
  const { send, busy, error } = useSave({
    save: () => call('dismissChecklist', {}),
    failed: text.dismissFailed,
    onSaved: () =>
      queries.setQueryData(studioQuery(userId).queryKey, (shown) => shown && { ...shown, checklist: null }),
  })
  const next = steps.find(({ isDone }) => !isDone)?.step
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className="ap-panel studio-steps" data-padded="" aria-labelledby="studio-steps-heading">
      <header>
        <h2 className="ap-h3" id="studio-steps-heading">
          {text.checklist}
        </h2>
        <p>{text.checklistProgress(done, steps.length)}</p>
        <Button variant="quiet" size="sm" busy={busy} onClick={() => void send(undefined)}>
          {text.dismiss}
        </Button>
      </header>
      {error ? <Notice tone="danger">{error}</Notice> : null}
      <ol>
        {steps.map((step) => (
          <Step key={step.step} step={step} isNext={step.step === next} />
        ))}
      </ol>
      <RehearsalOffer steps={steps} />
    </section>
  )
}

/** Offers the rehearsal until the seller has chosen how to be paid. An instructor of a business has no step about payments. */
function RehearsalOffer({ steps }: { steps: Steps }) {
  const text = useText(studioHomeMessages)
  const courseId = steps.find((step) => step.courseId !== undefined)?.courseId
  const isUnpaid = steps.some(({ step, isDone }) => step === 'paid' && !isDone)
  if (!isUnpaid || courseId === undefined) return null
  return (
    <p className="studio-rehearsal">
      <Link className="ap-link" to={`/course/${courseId}/rehearsal`}>
        {text.rehearse}
      </Link>{' '}
      {text.rehearseHint}
    </p>
  )
}

function Step({ step, isNext }: { step: Steps[number]; isNext: boolean }) {
  const text = useText(studioHomeMessages)
  const name = text[`step_${step.step}`]
  const place = placeOf(step)
  return (
    <li data-done={step.isDone || undefined} data-next={isNext || undefined}>
      {step.isDone ? (
        <Icon name="check-circle" />
      ) : (
        <span className="studio-step-number" aria-hidden="true" />
      )}
      {step.isDone ? (
        <span>
          {name} <span className="vh">({text.isDone})</span>
        </span>
      ) : isNext ? (
        <div>
          <strong>{name}</strong>
          <p>{text[`step_${step.step}_why`]}</p>
          <LinkButton as={Link} to={place} variant="primary" size="sm">
            {text[`step_${step.step}_press`]}
          </LinkButton>
        </div>
      ) : (
        <Link className="ap-link" to={place}>
          {name}
        </Link>
      )}
    </li>
  )
}

/** Shows the checklist of a seller outside the studio's home, and nothing while it loads or fails. */
export function FirstSteps({ userId }: { userId: number }) {
  const { data } = useQuery(studioQuery(userId))
  return data?.checklist ? <StudioChecklist steps={data.checklist} userId={userId} /> : null
}
