import type { DiscussionPost } from '@apogee/contracts/community/community.ts'
import { postForm, postMaxLength } from '@apogee/contracts/community/community.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { call } from '#web/platform/client.ts'
import { saveAllFields } from '#web/platform/save-edit.ts'
import { draftOf } from '#web/platform/drafts.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { newId } from '#web/platform/new-id.ts'
import { usePageForm } from '#web/platform/page-form.ts'
import { communityMessages } from '../messages/community.en.ts'
import { MentionField, type Person } from './mention-field.tsx'
import { useCommunityWrite } from '../api/community.ts'
import './community.css'

const latePosts = () => import('../late-posts.ts')
// Loads with the page, and the code of `latePosts` with it, so that both are there without a connection.
const UnsentReplies = lazyWithRetry(async () => (await import('./unsent-posts.tsx')).UnsentReplies)

/** The reply form. The input stays after a failure, and when the person leaves the page. Without an answer the reply waits here. */
export function ReplyForm({
  discussionId,
  userId,
  people,
}: {
  discussionId: number
  userId: number
  /** Whom the reply may mention. */
  people: readonly Person[]
}) {
  const text = useText(communityMessages)
  const draft = draftOf(userId, `reply ${discussionId}`, { body: '' })
  const key = useRef<string>(undefined)
  const post = useCommunityWrite(async (body: string) => {
    const { lateReply, postOrKeep } = await latePosts()
    key.current ??= newId()
    await postOrKeep(lateReply, { userId, key: key.current, payload: { discussionId, body } })
    key.current = undefined
  })
  const [editedAgain, setEditedAgain] = useState(0)
  const editAgain = (body: string) => {
    const typed = draftOf(userId, `reply ${discussionId}`, { body: '' }).fields.body
    draft.keep({ body: typed ? `${body}\n\n${typed}` : body })
    setEditedAgain((times) => times + 1)
  }
  return (
    <>
      <Suspense>
        <UnsentReplies {...{ discussionId, userId }} onEdit={editAgain} />
      </Suspense>
      <TextForm
        key={editedAgain}
        label={text.yourReply}
        people={people}
        initial={draft.fields.body}
        onType={(body) => draft.keep({ body })}
        submitLabel={text.postReply}
        busyLabel={text.posting}
        failed={text.replyFailed}
        submit={post.mutateAsync}
      />
    </>
  )
}

/** Edits one's own reply in place. */
export function EditPostForm({ post, onDone }: { post: DiscussionPost; onDone: () => void }) {
  const text = useText(communityMessages)
  const [read] = useState(post)
  const save = useCommunityWrite((changed: string) =>
    saveAllFields({
      fields: { body: changed },
      ...{ read: { body: read.body }, version: read.version, labels: { body: text.editReply } },
      send: (whole) => call('updatePost', { params: { id: read.id }, body: whole }),
    }),
  )
  return (
    <TextForm
      label={text.editReply}
      initial={read.body}
      submitLabel={text.save}
      busyLabel={text.saving}
      failed={text.saveFailed}
      submit={save.mutateAsync}
      onSaved={onDone}
      onCancel={onDone}
    />
  )
}

const nobody: readonly Person[] = []

function TextForm({
  label,
  people = nobody,
  initial,
  onType,
  submitLabel,
  busyLabel,
  failed,
  submit,
  onSaved,
  onCancel,
}: {
  label: string
  people?: readonly Person[]
  initial: string
  onType?: (text: string) => void
  submitLabel: string
  busyLabel: string
  failed: string
  submit: (text: string) => Promise<unknown>
  /** Without it the field empties after sending. */
  onSaved?: () => void
  onCancel?: () => void
}) {
  const text = useText(communityMessages)
  const { cancel } = useText(platformMessages)
  const { form, field, page } = usePageForm({
    schema: postForm,
    values: { body: initial },
    save: ({ body }) => submit(body),
    failed,
    onSaved: onSaved ?? (() => form.reset({ body: '' })),
  })
  const typed = form.watch('body')
  useEffect(() => onType?.(typed), [onType, typed])
  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={page.onSubmit}>
      {page.error ? <Notice tone="danger">{page.error}</Notice> : null}
      <MentionField
        people={people}
        onText={(changed) => form.setValue('body', changed, { shouldDirty: true })}
        label={label}
        hint={people.length > 0 ? `${text.bodyHint} ${text.mentionHint}` : text.bodyHint}
        rows={5}
        maxLength={postMaxLength}
        {...field('body')}
        readOnly={page.busy}
      />
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
