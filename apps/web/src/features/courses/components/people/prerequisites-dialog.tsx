import { pressedKey } from '@apogee/ui/pressed-key.ts'
import {
  prerequisitesMost,
  type CoursePrerequisites,
  type OwnPrerequisite,
  type PrerequisiteChoice,
} from '@apogee/contracts/prerequisites/prerequisites.ts'
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { SearchField } from '@apogee/ui/fields/search-field.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { useListSearch } from '#web/platform/lists/list-search.tsx'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useCourseRefresh } from '../../api/managed-courses.ts'
import { prerequisiteChoicesQuery, prerequisitesQuery } from '../../api/prerequisites.ts'
import { coursePrerequisitesMessages } from '../../messages/selling/prerequisites.en.ts'
import { MoveButtons } from '../outline/move-buttons.tsx'

interface Props {
  course: Course
  onClose: () => void
}

/** Edits which courses of the seller precede this one, and whether they must be completed. */
export function PrerequisitesDialog({ course, onClose }: Props) {
  const text = useText(coursePrerequisitesMessages)
  const { data, isError } = useQuery(prerequisitesQuery(course.id))
  if (data) return <PrerequisitesForm course={course} read={data} onClose={onClose} />
  return (
    <FormDialog
      title={text.title}
      text={text.lead}
      action={text.save}
      disabled
      error={isError ? text.loadFailed : undefined}
      onSubmit={(event) => event.preventDefault()}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  )
}

const sent = (items: readonly OwnPrerequisite[]) =>
  items.map(({ courseId, isRequired }) => ({ courseId, isRequired }))

/** Returns the chain of a refused cycle, as the server names it. */
const chainOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.errorCode === 'PREREQUISITE_CYCLE'
    ? error.issues?.[0]?.message
    : undefined

function usePrerequisitesForm({ course, read, onClose }: Props & { read: CoursePrerequisites }) {
  const text = useText(coursePrerequisitesMessages)
  const refresh = useCourseRefresh()
  const [items, setItems] = useState<readonly OwnPrerequisite[]>(read.items)
  const titles = new Map([...read.items, ...items].map(({ courseId, title }) => [courseId, title]))
  const shown = (value: unknown): string =>
    (value as ReturnType<typeof sent>)
      .map(({ courseId, isRequired }) =>
        [titles.get(courseId) ?? `#${courseId}`, isRequired ? text.condition : text.recommendation].join(
          ': ',
        ),
      )
      .join(', ') || text.none
  const save = useMutation({
    mutationFn: async () => {
      await saveChanges({
        fields: { items: sent(items) },
        read: { items: sent(read.items) },
        version: read.version,
        labels: { items: text.title },
        show: (_, value) => shown(value),
        send: ({ version }) =>
          call('savePrerequisites', {
            params: { id: course.id },
            body: { items: sent(items), ...(version !== undefined && { version }) },
          }),
      })
      await refresh(course.id)
    },
  })
  const { send, clearError, dialog } = useDialogSave<void, void>({
    save,
    failed: text.saveFailed,
    notice: () => text.saved,
    onClose,
  })
  const chain = chainOf(save.error)
  return {
    items,
    change: (changed: readonly OwnPrerequisite[]) => {
      clearError()
      save.reset()
      setItems(changed)
    },
    submit: () => void send(),
    dialog: { ...dialog, error: dialog.error && chain ? text.cycle(chain) : dialog.error },
  }
}

function PrerequisitesForm(props: Props & { read: CoursePrerequisites }) {
  const text = useText(coursePrerequisitesMessages)
  const { items, change, submit, dialog } = usePrerequisitesForm(props)
  const { course, read } = props
  const list = useRef<HTMLFieldSetElement>(null)
  const add = (choice: PrerequisiteChoice) => {
    change([...items, { ...choice, isRequired: true }])
    // The search field disappears when the list is full.
    if (items.length + 1 >= prerequisitesMost) list.current?.focus()
  }
  return (
    <FormDialog
      {...dialog}
      title={text.title}
      text={text.lead}
      action={text.save}
      busyLabel={text.saving}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Chosen list={list} items={items} onChange={change} />
      {read.waiting > 0 ? (
        <Notice tone="info" quiet>
          {text.waiting(read.waiting)}
        </Notice>
      ) : null}
      {items.length >= prerequisitesMost ? (
        <p className="text-sm text-secondary">{text.full}</p>
      ) : (
        <Choices courseId={course.id} chosen={items} onAdd={add} />
      )}
    </FormDialog>
  )
}

function Chosen({
  list,
  items,
  onChange,
}: {
  list: RefObject<HTMLFieldSetElement | null>
  items: readonly OwnPrerequisite[]
  onChange: (items: readonly OwnPrerequisite[]) => void
}) {
  const text = useText(coursePrerequisitesMessages)
  const places = items.map((_, order) => ({ order }))
  const move = (from: number, to: number) => {
    const others = items.filter((_, place) => place !== from)
    onChange([...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)])
  }
  const remove = (place: number) => {
    onChange(items.filter((_, other) => other !== place))
    // The pressed button disappears with its course.
    list.current?.focus()
  }
  return (
    <fieldset ref={list} tabIndex={-1} className="grid gap-3">
      <legend className="mb-3 text-sm font-semibold">{text.chosen}</legend>
      {items.length === 0 ? <p className="text-sm text-secondary">{text.none}</p> : null}
      {items.map((item, place) => (
        <div key={item.courseId} className="grid gap-2 border-t border-subtle pt-3">
          <div className="flex items-center gap-1">
            <span className="min-w-0 flex-1 font-semibold">{item.title}</span>
            <MoveButtons
              title={item.title}
              index={place}
              siblings={places}
              onMove={(to) => move(place, to)}
            />
            <IconButton
              icon="trash"
              size="sm"
              label={text.remove(item.title)}
              onClick={() => remove(place)}
            />
          </div>
          <Select
            label={text.ruleOf(item.title)}
            labelHidden
            value={item.isRequired ? 'condition' : 'recommendation'}
            options={(['condition', 'recommendation'] as const).map((value) => ({
              value,
              label: text[value],
            }))}
            onChange={({ currentTarget: { value } }) =>
              onChange(
                items.map((one) =>
                  one.courseId === item.courseId ? { ...one, isRequired: value === 'condition' } : one,
                ),
              )
            }
          />
          <Remark of={item} />
        </div>
      ))}
    </fieldset>
  )
}

/** Explains why a chosen course closes no lessons at present, or closes them only to its own learners. */
function Remark({ of: { state, isPrivate } }: { of: PrerequisiteChoice }) {
  const text = useText(coursePrerequisitesMessages)
  const remark = state === 'published' ? (isPrivate ? text.private : null) : text[state]
  return remark === null ? null : <p className="text-xs text-secondary">{remark}</p>
}

/** Offers other courses of the seller by title. */
function Choices({
  courseId,
  chosen,
  onAdd,
}: {
  courseId: number
  chosen: readonly OwnPrerequisite[]
  onAdd: (choice: PrerequisiteChoice) => void
}) {
  const text = useText(coursePrerequisitesMessages)
  const { typed, setTyped, search } = useListSearch()
  const field = useRef<HTMLInputElement>(null)
  const { data, isPending, isError } = useQuery(prerequisiteChoicesQuery(courseId, search))
  const others = data?.filter((one) => !chosen.some((item) => item.courseId === one.courseId)) ?? []
  const state = isPending
    ? text.searching
    : isError
      ? text.searchFailed
      : others.length > 0
        ? null
        : search === ''
          ? text.noOthers
          : text.nothingFound
  return (
    <div className="grid gap-3">
      <SearchField
        ref={field}
        label={text.search}
        placeholder={text.search}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter must not submit, because the dialog is saved by its button.
          if (pressedKey(event) === 'Enter') event.preventDefault()
        }}
      />
      <p className="text-sm text-secondary" role="status">
        {state}
      </p>
      {others.length > 0 ? (
        <ul className="grid gap-2" aria-label={text.found}>
          {others.map((one) => (
            <li key={one.courseId} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 text-sm">
                {one.title} <Remark of={one} />
              </span>
              <Button
                size="sm"
                icon="plus"
                aria-label={text.add(one.title)}
                onClick={() => {
                  field.current?.focus()
                  onAdd(one)
                }}
              >
                {text.addShort}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
