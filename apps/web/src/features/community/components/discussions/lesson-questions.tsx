import { questionForm } from '@apogee/contracts/community/community.forms.ts'
import { discussionTitleMaxLength } from '@apogee/contracts/community/community-limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { clockTime } from '@apogee/ui/player/clock-time.ts'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { draftOf, type Draft } from '#web/platform/drafts/drafts.ts'
import { useText } from '#web/platform/language/messages.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { seekVideo, useVideoSecond } from '#web/shared/lesson/video-place.ts'
import { useCommunityWrite } from '../../api/community.ts'
import { lateDiscussion, sendOrKeep, type NewDiscussion } from '../../late-posts.ts'
import { communityMessages } from '../../messages/community.en.ts'
import { useStandingMinute } from '../../minute-first.ts'
import { arePicturesMissing, usePostFailure } from '../../picture-failures.ts'
import { AnsweredQuestion } from './answered-question.tsx'
import { DiscussionText } from './discussion-text.tsx'
import { DiscussionList } from './discussion-list.tsx'
import { useAnswerTime, WhoAnswers } from './who-answers.tsx'
import type { PictureFieldHandle } from '../picture-field.tsx'
import '../community.css'

const PictureField = lazyWithRetry(async () => (await import('../picture-field.tsx')).PictureField)

interface LessonQuestionsProps {
  userId: number
  courseId: number
  resourceId: number
  video: RefObject<HTMLVideoElement | null>
  isVideo: boolean
  /** The address names this question, whose answer the person wants to see. */
  asked: number | null
}

/** Lists the questions about one lesson, with the form to ask one. Use the resource's id as key. */
export function LessonQuestions(props: LessonQuestionsProps) {
  const { courseId, resourceId, video, isVideo, asked } = props
  const minute = useStandingMinute(video)
  const text = useText(communityMessages)
  return (
    <section className="community-questions" aria-labelledby="questions-title">
      <h2 className="ap-h3" id="questions-title">
        {text.lessonQuestions}
      </h2>
      {asked === null ? null : <AnsweredQuestion key={asked} id={asked} />}
      <WhoAnswers courseId={courseId} />
      <QuestionForm {...props} />
      <DiscussionList
        place={{ courseId, resourceId }}
        emptyTitle={text.noQuestions}
        emptyHint={text.noQuestionsHint}
        emptyAction={null}
        onSeek={(seconds) => seekVideo(video, seconds)}
        minute={isVideo ? minute : undefined}
      />
    </section>
  )
}

const joined = (...sentences: (string | null)[]): string => sentences.filter(Boolean).join(' ')

const blank = { title: '', details: '', at: '' }

/** Posts a question with the pictures of its field, or stores it on this device. */
function useAsk(userId: number) {
  const key = useRef<string>(undefined)
  const pictureField = useRef<PictureFieldHandle>(null)
  const ask = useCommunityWrite(async (question: NewDiscussion) => {
    const pictures = await pictureField.current?.settle()
    key.current ??= newId()
    const payload = { ...question, ...(pictures && { pictures }) }
    const answer = await sendOrKeep(lateDiscussion, { userId, key: key.current, payload })
    key.current = undefined
    pictureField.current?.clear()
    return answer
  })
  return { ask, pictureField }
}

/** Stores typed text while the fields are not empty. */
function useKept(draft: Draft<typeof blank>, { title, details, at }: typeof blank) {
  useEffect(() => {
    if (title === '' && details === '') draft.forget()
    else draft.keep({ title, details, at })
  }, [draft, title, details, at])
}

/**
 * The time follows the video until the person begins to write; the person can omit it. Without an answer the question waits on this
 * device.
 */
function QuestionForm({ userId, courseId, resourceId, video, isVideo }: LessonQuestionsProps) {
  const text = useText(communityMessages)
  const notify = useNotify()
  const [draft] = useState(() => draftOf(userId, `question ${resourceId}`, blank))
  const [{ title, details, at }] = useState(draft.fields)
  const shown = useVideoSecond(video)
  const [held, setHeld] = useState(() => (at === '' ? null : Number(at)))
  const [isAtTime, setIsAtTime] = useState(true)
  const second = held ?? shown
  const answerTime = useAnswerTime(courseId)
  const { ask, pictureField } = useAsk(userId)
  const { form, field, page } = usePageForm({
    schema: questionForm,
    values: { title, details },
    save: (typed) =>
      ask.mutateAsync({
        title: typed.title,
        body: typed.details || typed.title,
        courseId,
        resourceId,
        ...(isVideo && isAtTime && { positionSeconds: second }),
      }),
    failed: usePostFailure(text.questionFailed),
    onRefused: arePicturesMissing,
    onSaved: (answer) => {
      notify({ text: answer ? joined(text.questionPosted, answerTime) : text.discussionKept })
      form.reset({ title: '', details: '' })
      setHeld(null)
      setIsAtTime(true)
    },
  })
  const [typedTitle, typedDetails] = form.watch(['title', 'details'])
  useKept(draft, { title: typedTitle, details: typedDetails, at: held === null ? '' : String(held) })
  return (
    <form
      className="community-ask"
      method="post"
      noValidate
      onSubmit={page.onSubmit}
      onInput={() => setHeld(second)}
    >
      {page.error ? <Notice tone="danger">{page.error}</Notice> : null}
      <TextField
        label={text.yourQuestion}
        required
        maxLength={discussionTitleMaxLength}
        {...field('title')}
        readOnly={page.busy}
      />
      <DiscussionText
        label={text.details}
        rows={3}
        {...field('details')}
        readOnly={page.busy}
        text={typedDetails}
        onText={(written) => {
          setHeld(second)
          form.setValue('details', written, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }}
      />
      <Suspense fallback={<div className="community-attach-room" />}>
        <PictureField
          ref={pictureField}
          userId={userId}
          place={`question ${resourceId}`}
          isBusy={page.busy}
        />
      </Suspense>
      <div className="community-actions items-center">
        <Button type="submit" variant="secondary" busy={page.busy} busyLabel={text.posting}>
          {text.ask}
        </Button>
        {isVideo ? <AtTime second={second} isChosen={isAtTime} onChange={setIsAtTime} /> : null}
      </div>
    </form>
  )
}

function AtTime({
  second,
  isChosen,
  onChange,
}: {
  second: number
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}) {
  const text = useText(communityMessages)
  return (
    <Checkbox
      label={text.atTime(clockTime(second))}
      checked={isChosen}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
