import type { Course, CourseLack } from '@apogee/contracts/courses/courses.ts'
import type { MoneyBack, MoneyBackForm } from '@apogee/contracts/pricing/money-back.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, type Ref } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText, type Translation } from '#web/platform/language/messages.ts'
import { moneyBackChosen, MoneyBackFields, useMoneyBackForm } from '#web/shared/buying/money-back/fields.tsx'
import { courseStateQuery, useStateChange } from '../../api/course-state.ts'
import { statesMessages } from '../../messages/selling/states.en.ts'
import '#web/platform/page/admin.css'

/** Loads and shows the course's missing information before publishing. */
export function PublishDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const text = useText(statesMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const courseState = useQuery(courseStateQuery(course.id))
  const change = useStateChange(course)
  const form = useRef<HTMLFormElement>(null)
  const isBlocked = courseState.data?.lacks.includes('instructor') ?? true
  const promise = courseState.data?.promise ?? null
  const mayChoose = promise?.mayChoose === true && !isBlocked
  const publishWith = (moneyBack: MoneyBackForm) =>
    // A failure may mean that a colleague has chosen the money-back promise meanwhile, so the state is read again.
    change.mutate(
      { state: 'published', moneyBack },
      { onSuccess: onClose, onError: () => void courseState.refetch() },
    )
  const publish = () => {
    if (!mayChoose) return change.mutate({ state: 'published' }, { onSuccess: onClose })
    form.current?.requestSubmit()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title={text.publishTitle(course.title)}
      text={course.isPrivate ? text.publishPrivate : text.publishPublic}
      closeLabel={common.close}
      busy={change.isPending}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={onClose} disabled={change.isPending}>
            {common.cancel}
          </Button>
          <Button
            variant="primary"
            size="sm"
            disabled={isBlocked}
            busy={change.isPending}
            busyLabel={text.publishing}
            onClick={publish}
          >
            {text.publish}
          </Button>
        </>
      }
    >
      {courseState.isPending ? <p role="status">{common.loading}</p> : null}
      {courseState.isError ? (
        <Notice tone="danger">
          {failureText(courseState.error, text.publishFailed)}{' '}
          <Button size="sm" onClick={() => void courseState.refetch()}>
            {common.tryAgain}
          </Button>
        </Notice>
      ) : null}
      {courseState.data ? <Lacks lacks={courseState.data.lacks} /> : null}
      {promise && mayChoose ? <FirstPromise ref={form} promise={promise} onChosen={publishWith} /> : null}
      {promise && !promise.mayChoose ? (
        <Notice tone="info" quiet>
          {text.promiseOfSeller(text.promiseDefault(promise.days, promise.percent))}
        </Notice>
      ) : null}
    </Dialog>
  )
}

/** Appears once, when the seller publishes a paid course for the first time. */
function FirstPromise({
  ref,
  promise,
  onChosen,
}: {
  ref: Ref<HTMLFormElement>
  promise: MoneyBack
  onChosen: (chosen: MoneyBackForm) => void
}) {
  const text = useText(statesMessages)
  const form = useMoneyBackForm(promise)
  const submit = form.handleSubmit((typed) => {
    const chosen = moneyBackChosen(typed)
    if (chosen) onChosen(chosen)
  })
  return (
    <form
      ref={ref}
      className="admin-promise"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-labelledby="promise-heading"
    >
      <h3 className="ap-h4" id="promise-heading">
        {text.promiseTitle}
      </h3>
      <p className="text-sm text-secondary">{text.promiseLead}</p>
      <MoneyBackFields form={form} />
    </form>
  )
}

type Texts = Translation<typeof statesMessages>

const sentences: Record<CourseLack, (text: Texts) => [lack: string, hint: string]> = {
  instructor: (text) => [text.lacksInstructor, text.lacksInstructorHint],
  publishedModule: (text) => [text.lacksModule, text.lacksModuleHint],
  lessons: (text) => [text.lacksLesson, text.lacksLessonHint],
  cover: (text) => [text.lacksCover, text.lacksCoverHint],
  price: (text) => [text.lacksPrice, text.lacksPriceHint],
  category: (text) => [text.lacksCategory, text.lacksCategoryHint],
}

function Lacks({ lacks }: { lacks: readonly CourseLack[] }) {
  const text = useText(statesMessages)
  if (lacks.length === 0) return <p>{text.publishComplete}</p>
  return (
    <div className="admin-consequences">
      <p>{lacks.includes('instructor') ? text.publishBlocked : text.publishLacks}</p>
      <ul>
        {lacks.map((lack) => {
          const [name, hint] = sentences[lack](text)
          return (
            <li key={lack}>
              <b>{name}</b> {hint}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
