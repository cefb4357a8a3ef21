import type { Studio } from '@apogee/contracts/operations/studio.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useSave } from '#web/platform/forms/use-save.ts'
import { studioQuery } from '../api/studio.ts'
import { studioHomeMessages } from '../messages/studio-home.en.ts'
import './studio.css'

type Steps = NonNullable<Studio['checklist']>

const places: Record<Steps[number]['step'], string> = {
  details: '/studio/business#receipts-heading',
  chip: '/studio/business#chip-heading',
  course: '/admin?tab=courses',
  lesson: '/admin?tab=courses',
  price: '/studio/business#money-back-heading',
  learner: '/admin/sales',
}

/** Shows a newcomer's completed and next steps. The list disappears when all steps are done or it is dismissed. */
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
        {steps.map(({ step, isDone }) => (
          <li key={step} data-done={isDone || undefined}>
            <Icon name={isDone ? 'check-circle' : 'arrow-right'} />
            {isDone ? (
              <span>
                {text[`step_${step}`]} <span className="vh">({text.isDone})</span>
              </span>
            ) : step === next ? (
              <LinkButton as={Link} to={places[step]} variant="primary" size="sm">
                {text[`step_${step}`]}
              </LinkButton>
            ) : (
              <Link className="ap-link" to={places[step]}>
                {text[`step_${step}`]}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
