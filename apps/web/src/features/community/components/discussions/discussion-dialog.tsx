import { discussionTitleMaxLength } from '@apogee/contracts/community/community-limits.ts'
import { discussionForm } from '@apogee/contracts/community/community.forms.ts'
import type { Discussion } from '@apogee/contracts/community/community.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useRef, useState } from 'react'
import { extend, string, type output } from 'zod/mini'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { communityMessages } from '../../messages/community.en.ts'
import { placesQuery, useCommunityWrite } from '../../api/community.ts'
import type { Place } from '../../place.ts'
import { lateDiscussion, sendOrKeep } from '../../late-posts.ts'
import { postPicturesMessages } from '../../messages/post-pictures.en.ts'
import { arePicturesMissing, usePostFailure } from '../../picture-failures.ts'
import type { PictureFieldHandle } from '../picture-field.tsx'
import { DiscussionText } from './discussion-text.tsx'
import '../community.css'

const PictureField = lazyWithRetry(async () => (await import('../picture-field.tsx')).PictureField)

const everywhere = ''

/** `chosen` is the place of a new discussion, as an option's value. */
const dialogForm = extend(discussionForm, { chosen: string() })

/** Parses an option's value: `group-7`, `course-3` or empty. */
function placeOf(value: string): Place {
  const [kind, id] = value.split('-')
  if (kind === 'group') return { groupId: Number(id) }
  return kind === 'course' ? { courseId: Number(id) } : {}
}

const nameOf = (place: Place | undefined): string =>
  place ? `in ${place.groupId ?? ''}-${place.courseId ?? ''}` : ''

function useDiscussionEdit(discussion: Discussion | null, place: Place | undefined) {
  const text = useText(communityMessages)
  const pictureText = useText(postPicturesMessages)
  const { user } = useSession()
  const [key] = useState(newId)
  const { title = '', body = '', version } = discussion ?? {}
  const draftPlace = discussion ? `discussion ${discussion.id}` : `new discussion ${nameOf(place)}`
  const draft = useDraft(
    draftPlace,
    { title, body, chosen: everywhere },
    { read: discussion ? { title, body } : {}, version },
  )
  const [shown] = useState(() => (discussion?.pictures ?? []).map(({ url, alt }) => ({ url, alt })))
  const pictureField = useRef<PictureFieldHandle>(null)
  const save = useCommunityWrite(async ({ chosen, ...words }: output<typeof dialogForm>) => {
    const pictures = await pictureField.current?.settle()
    const fields = { ...words, ...(pictures && { pictures }) }
    const answer = await (discussion
      ? saveChanges({
          fields,
          version: draft.base.version,
          read: { ...draft.base.read, pictures: shown },
          smallTexts: { body: 'discussion' },
          labels: { title: text.title, body: text.body, pictures: pictureText.pictures },
          show: (_field, value) => (Array.isArray(value) ? pictureText.count(value.length) : undefined),
          send: (changes) => call('updateDiscussion', { params: { id: discussion.id }, body: changes }),
        })
      : sendOrKeep(lateDiscussion, {
          userId: user?.id ?? 0,
          key,
          payload: { ...fields, ...(place ?? placeOf(chosen)) },
        }))
    pictureField.current?.clear()
    return answer
  })
  const pictures = { ref: pictureField, userId: user?.id ?? 0, place: draftPlace, initial: shown }
  return { draft, save, pictures }
}

/**
 * Creates a discussion in `place`, or in one chosen here, or edits the existing `discussion`. The input stays after a failure, and
 * when the dialog is closed without Cancel.
 */
export function DiscussionDialog({
  place,
  discussion = null,
  onClose,
  onSaved,
}: {
  /** When the place is absent, the person chooses one. */
  place?: Place | undefined
  discussion?: Discussion | null
  onClose: () => void
  onSaved: (discussionId: number) => void
}) {
  const text = useText(communityMessages)
  const notify = useNotify()
  const { draft, save, pictures } = useDiscussionEdit(discussion, place)
  const { form, field, dialog } = useDialogForm({
    schema: dialogForm,
    values: draft.fields,
    draft,
    save,
    onClose,
    failed: usePostFailure(discussion ? text.saveFailed : text.startFailed),
    onRefused: arePicturesMissing,
    onSaved: (answer) => {
      if (answer) return onSaved(answer.data.id)
      notify({ text: text.discussionKept })
      onClose()
    },
  })
  return (
    <FormDialog
      {...dialog}
      onCancel={() => {
        pictures.ref.current?.clear()
        dialog.onCancel()
      }}
      title={discussion ? text.editDiscussion : text.newDiscussion}
      action={discussion ? text.save : text.start}
      busyLabel={discussion ? text.saving : text.starting}
    >
      <TextField
        label={text.title}
        hint={text.titleHint}
        required
        maxLength={discussionTitleMaxLength}
        {...field('title')}
      />
      <DiscussionText
        label={text.body}
        required
        rows={6}
        {...field('body')}
        text={form.watch('body')}
        onText={(body) =>
          form.setValue('body', body, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
      />
      <Suspense fallback={<div className="community-attach-room" />}>
        <PictureField {...pictures} isBusy={dialog.busy} />
      </Suspense>
      {place === undefined && discussion === null ? (
        <PlaceChoice value={form.watch('chosen')} onChange={(chosen) => form.setValue('chosen', chosen)} />
      ) : null}
    </FormDialog>
  )
}

/** Offers everyone, one of the person's groups, or one of their courses; the last two appear once they are loaded. */
function PlaceChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const text = useText(communityMessages)
  const { user } = useSession()
  const { data } = useQuery({ ...placesQuery(user?.id ?? 0), enabled: user !== null })
  return (
    <Select
      label={text.where}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: everywhere, label: text.everybody },
        ...(data?.groups ?? []).map(({ id, name }) => ({
          value: `group-${id}`,
          label: text.groupPlace(name),
        })),
        ...(data?.courses ?? []).map(({ id, title }) => ({
          value: `course-${id}`,
          label: text.coursePlace(title),
        })),
      ]}
    />
  )
}
