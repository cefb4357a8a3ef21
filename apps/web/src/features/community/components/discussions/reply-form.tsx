import type { DiscussionPost } from '@apogee/contracts/community/community.ts'
import { postForm } from '@apogee/contracts/community/community.forms.ts'
import { postMaxLength } from '@apogee/contracts/community/community-limits.ts'
import { postPictureLimits } from '@apogee/contracts/limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { saveAllFields } from '#web/platform/edit-conflicts/save-edit.ts'
import { draftOf } from '#web/platform/drafts/drafts.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useDraft, type FormDraft } from '#web/platform/drafts/use-draft.ts'
import { communityMessages } from '../../messages/community.en.ts'
import { pictureDraftOf } from '../../picture-drafts.ts'
import { arePicturesMissing, usePostFailure } from '../../picture-failures.ts'
import { postPicturesMessages } from '../../messages/post-pictures.en.ts'
import { MentionField, type Person } from './mention-field.tsx'
import type { PictureFieldHandle, PictureFieldProps } from '../picture-field.tsx'
import { useCommunityWrite } from '../../api/community.ts'
import type { Reply } from '../../late-posts.ts'
import '../community.css'

const latePosts = () => import('../../late-posts.ts')
// The field loads with the page together with the code of `latePosts`, so that both are available offline.
const PictureField = lazyWithRetry(async () => (await import('../picture-field.tsx')).PictureField)
const UnsentReplies = lazyWithRetry(async () => (await import('../unsent-posts.tsx')).UnsentReplies)

/**
 * Sends a reply. The input stays after a failure, and when the person leaves the page. Without an answer the reply waits on this
 * device.
 */
export function ReplyForm({
  discussionId,
  userId,
  people,
  submitLabel,
  onSent,
}: {
  discussionId: number
  userId: number
  /** `people` can be mentioned in the reply. */
  people: readonly Person[]
  submitLabel?: string | undefined
  onSent?: (() => void) | undefined
}) {
  const text = useText(communityMessages)
  const place = `reply ${discussionId}`
  const draft = draftOf(userId, place, { body: '' })
  const key = useRef<string>(undefined)
  const pictureField = useRef<PictureFieldHandle>(null)
  const post = useCommunityWrite(async (body: string) => {
    const pictures = await pictureField.current?.settle()
    const { lateReply, sendOrKeep } = await latePosts()
    key.current ??= newId()
    const payload = { discussionId, body, ...(pictures && { pictures }) }
    const answer = await sendOrKeep(lateReply, { userId, key: key.current, payload })
    key.current = undefined
    pictureField.current?.clear()
    return answer
  })
  const send = async (body: string) => {
    await post.mutateAsync(body)
    if (!onSent) return
    // The next step may remove this form before the form has cleared its field.
    draft.forget()
    onSent()
  }
  const [editedAgain, setEditedAgain] = useState(0)
  const editAgain = ({ pictures = [] }: Reply, before: (typed: string) => string) => {
    const typed = draftOf(userId, place, { body: '' }).fields.body
    const pictureDraft = pictureDraftOf(userId, place)
    const all = [...pictures, ...(pictureDraft.pictures ?? [])]
    if (all.length > 0) pictureDraft.keep(all.slice(0, postPictureLimits.most))
    draft.keep({ body: before(typed) })
    setEditedAgain((times) => times + 1)
  }
  return (
    <>
      <Suspense>
        <UnsentReplies discussionId={discussionId} userId={userId} onEdit={editAgain} />
      </Suspense>
      <TextForm
        key={editedAgain}
        label={text.yourReply}
        people={people}
        pictures={{ ref: pictureField, userId, place }}
        initial={draft.fields.body}
        onType={(body) => draft.keep({ body })}
        submitLabel={submitLabel ?? text.postReply}
        busyLabel={text.posting}
        failed={text.replyFailed}
        submit={send}
      />
    </>
  )
}

/** Edits the user's own reply in place. The draft stays in this tab until it is saved or cancelled. */
export function EditPostForm({ post, onDone }: { post: DiscussionPost; onDone: () => void }) {
  const text = useText(communityMessages)
  const pictureText = useText(postPicturesMessages)
  const [read] = useState(post)
  const { id, body, version } = read
  const draft = useDraft(`post ${id}`, { body }, { body, version })
  const [shown] = useState(() => (post.pictures ?? []).map(({ url, alt }) => ({ url, alt })))
  const pictureField = useRef<PictureFieldHandle>(null)
  const save = useCommunityWrite(async (changed: string) => {
    const pictures = await pictureField.current?.settle()
    const saved = await saveAllFields({
      fields: { body: changed, ...(pictures && { pictures }) },
      read: { body: draft.base.body, pictures: shown },
      version: draft.base.version,
      smallTexts: { body: 'discussion' },
      labels: { body: text.editReply, pictures: pictureText.pictures },
      show: (_field, value) => (Array.isArray(value) ? pictureText.count(value.length) : undefined),
      send: (whole) => call('updatePost', { params: { id }, body: whole }),
    })
    pictureField.current?.clear()
    return saved
  })
  const cancel = () => {
    pictureField.current?.clear()
    draft.forget()
    onDone()
  }
  return (
    <TextForm
      label={text.editReply}
      names={post.mentionedNames}
      pictures={{ ref: pictureField, userId: post.author.id, place: `post ${post.id}`, initial: shown }}
      initial={draft.fields.body}
      draft={draft}
      submitLabel={text.save}
      busyLabel={text.saving}
      failed={text.saveFailed}
      submit={save.mutateAsync}
      onSaved={onDone}
      onCancel={cancel}
    />
  )
}

const nobody: readonly Person[] = []
const noNames: readonly string[] = []

function TextForm({
  label,
  people = nobody,
  names = noNames,
  pictures,
  initial,
  onType,
  draft,
  submitLabel,
  busyLabel,
  failed,
  submit,
  onSaved,
  onCancel,
}: {
  label: string
  /** `people` can be mentioned in the text. */
  people?: readonly Person[]
  /** `names` are the names of other people whom the text already mentions. */
  names?: readonly string[] | undefined
  pictures: Omit<PictureFieldProps, 'isBusy'>
  initial: string
  onType?: (text: string) => void
  /** The draft is deleted once the text has been saved. */
  draft?: FormDraft
  submitLabel: string
  busyLabel: string
  failed: string
  submit: (text: string) => Promise<unknown>
  /** Without `onSaved`, the field is cleared after sending. */
  onSaved?: () => void
  onCancel?: () => void
}) {
  const text = useText(communityMessages)
  const { cancel } = useText(platformMessages)
  const { form, field, page } = usePageForm({
    schema: postForm,
    values: { body: initial },
    draft,
    save: ({ body }) => submit(body),
    failed: usePostFailure(failed),
    onRefused: arePicturesMissing,
    onSaved: onSaved ?? (() => form.reset({ body: '' })),
  })
  const typed = form.watch('body')
  useEffect(() => onType?.(typed), [onType, typed])
  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={page.onSubmit}>
      {page.error ? <Notice tone="danger">{page.error}</Notice> : null}
      <MentionField
        people={people}
        names={[...people.map(({ name }) => name), ...names]}
        text={typed}
        onText={(changed) =>
          form.setValue('body', changed, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
        label={label}
        hint={people.length > 0 ? `${text.bodyHint} ${text.mentionHint}` : text.bodyHint}
        rows={5}
        maxLength={postMaxLength}
        {...field('body')}
        readOnly={page.busy}
      />
      <Suspense fallback={<div className="community-attach-room" />}>
        <PictureField {...pictures} isBusy={page.busy} />
      </Suspense>
      <p className="community-actions">
        <Button type="submit" variant="primary" busy={page.busy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
        {onCancel ? (
          <Button variant="quiet" disabled={page.busy} onClick={onCancel}>
            {cancel}
          </Button>
        ) : null}
      </p>
    </form>
  )
}
