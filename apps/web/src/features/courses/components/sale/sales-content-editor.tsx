import { salesContentLimits as limits } from '@apogee/contracts/limits.ts'
import { salesContentForm, type SalesContent } from '@apogee/contracts/courses/sales-content.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { safeParse } from 'zod/mini'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { draftOf } from '#web/platform/drafts/drafts.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useViewer, type Viewer } from '#web/platform/session/session.tsx'
import { useUnsavedWarning } from '#web/platform/drafts/unsaved.ts'
import { EntryList, useLimitText } from '../outline/entry-list.tsx'
import { contentOf, formFrom, lists, withoutBlanks, type Form, type ListName } from '../../form.ts'
import { salesContentMessages } from '../../messages/selling/sales-content.en.ts'
import './sales-content.css'

const contentQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['course', courseId, 'sales-content', viewer],
    queryFn: ({ signal }) => call('readSalesContent', { params: { id: courseId }, signal }),
  })

export function SalesContentEditor({ courseId }: { courseId: number }) {
  const text = useText(salesContentMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const viewer = useViewer()
  const { data, error, isPending, refetch } = useQuery(contentQuery(courseId, viewer))
  return (
    <section className="sales-content" aria-labelledby="sales-content-heading">
      <header>
        <h2 className="ap-h3" id="sales-content-heading">
          {text.heading}
        </h2>
        <p className="sales-content-hint">{text.intro}</p>
      </header>
      {isPending ? (
        <Loading label={common.loading}>
          <SkeletonRows count={4} />
        </Loading>
      ) : data && typeof viewer === 'number' ? (
        <ContentForm key={courseId} courseId={courseId} viewer={viewer} saved={data.data} />
      ) : (
        <ErrorState
          title={text.loadFailed}
          text={failureText(error, text.loadFailed)}
          action={<Button onClick={() => void refetch()}>{common.tryAgain}</Button>}
        />
      )}
    </section>
  )
}

type Problems = ReadonlyMap<string, string>
const none: Problems = new Map()

/** Returns the form's issues by path: `outcomes.1`, `faq.0.answer`. */
function problemsIn(form: Form): Problems {
  const parsed = safeParse(salesContentForm, contentOf(form))
  if (parsed.success) return none
  return new Map(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

/**
 * Returns the problems that remain after a change of one part. New problems are not added, because the author may still be writing.
 */
function problemsLeft(told: Problems, part: keyof Form, form: Form): Problems {
  const present = problemsIn(form)
  return new Map(
    [...told].filter(([path]) => (path === part || path.startsWith(`${part}.`) ? present.has(path) : true)),
  )
}

type ReadContent = SalesContent & { version?: number | undefined }

interface Written {
  courseId: number
  viewer: number
  saved: ReadContent
}

/** Preserves unsaved content until the page is closed, wherever its writer navigates. */
function useWrittenForm({ courseId, viewer, saved }: Written) {
  const asSaved = JSON.stringify(saved)
  // The draft holds the version that was read when editing began; a refetch must not replace it.
  const draft = draftOf(viewer, `sales content ${courseId}`, { content: asSaved, base: asSaved })
  const [read, setRead] = useState<ReadContent>(() => JSON.parse(draft.fields.base) as ReadContent)
  const [form, setForm] = useState<Form>(() => formFrom(JSON.parse(draft.fields.content) as SalesContent))
  const written = JSON.stringify(contentOf(form))
  return {
    form,
    read,
    setRead,
    isUnsaved: written !== JSON.stringify(contentOf(formFrom(saved))),
    write: (next: Form) => {
      setForm(next)
      draft.keep({ content: JSON.stringify(contentOf(next)), base: JSON.stringify(read) })
    },
    forget: draft.forget,
  }
}

/** Holds the invalid fields of the form. The focus moves to the first of them after a refused save. */
function useProblems() {
  const [problems, setProblems] = useState(none)
  const [failure, setFailure] = useState<string | null>(null)
  const frame = useRef<HTMLFormElement>(null)
  /** After a refused save the focus moves to the first field once the fields show their errors. */
  const wasRefused = useRef(false)
  useEffect(() => {
    if (!wasRefused.current) return
    wasRefused.current = false
    frame.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  /** A null `reason` means that the form has no problems. */
  const show = (found: Problems, reason: string | null) => {
    wasRefused.current = found.size > 0
    setProblems(found)
    setFailure(reason)
  }
  /** Runs after a change that fixes some problems. */
  const keepOnly = (left: Problems) => {
    setProblems(left)
    if (left.size === 0) setFailure(null)
  }
  return { frame, problems, failure, show, keepOnly }
}

function useContentSaving({ courseId, viewer }: Written, writing: ReturnType<typeof useWrittenForm>) {
  const text = useText(salesContentMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const { form, read, setRead, write, forget } = writing
  const { frame, problems, failure, show, keepOnly } = useProblems()
  const save = useMutation({
    mutationFn: (fields: SalesContent) =>
      saveChanges({
        fields,
        read,
        version: read.version,
        labels: {
          subtitle: text.subtitle,
          outcomes: text.outcomes,
          requirements: text.requirements,
          audience: text.audience,
          planLines: text.plan,
          faq: text.faq,
        },
        send: (body) => call('updateSalesContent', { params: { id: courseId }, body }),
      }),
    onSuccess: (answer) => {
      queries.setQueryData(contentQuery(courseId, viewer).queryKey, answer)
      void queries.invalidateQueries({ queryKey: ['sales', courseId] })
      setRead(answer.data)
      write(formFrom(answer.data))
      forget()
      notify({ text: text.saved })
    },
    onError: (error) => {
      const issues = error instanceof ApiError ? (error.issues ?? []) : []
      show(
        new Map(issues.map(({ path, message }) => [path, message])),
        issues.length > 0 ? text.checkFields : failureText(error, text.saveFailed),
      )
    },
  })

  const submit = () => {
    const filled = withoutBlanks(form)
    write(filled)
    const found = problemsIn(filled)
    if (found.size > 0) return show(found, text.checkFields)
    show(none, null)
    save.mutate(contentOf(filled))
  }
  const change = (part: keyof Form, next: Form) => {
    write(next)
    if (problems.size > 0) keepOnly(problemsLeft(problems, part, next))
  }
  return { frame, problems, failure, isSaving: save.isPending, submit, change }
}

function ContentForm(given: Written) {
  const { courseId } = given
  const text = useText(salesContentMessages)
  const fieldText = useFieldText()
  const limitText = useLimitText()
  const writing = useWrittenForm(given)
  const { form, isUnsaved } = writing
  useUnsavedWarning(isUnsaved)
  const { frame, problems, failure, isSaving, submit, change } = useContentSaving(given, writing)
  const problemAt = (path: string) => fieldText(problems.get(path))
  return (
    <form
      ref={frame}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving) submit()
      }}
    >
      <TextField
        label={text.subtitle}
        value={form.subtitle}
        hint={limitText(form.subtitle, limits.subtitle) ?? text.subtitleHint}
        error={problemAt('subtitle')}
        onChange={({ currentTarget }) => change('subtitle', { ...form, subtitle: currentTarget.value })}
      />
      <Lists form={form} problemAt={problemAt} change={change} />
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      <div className="sales-content-foot">
        <Button type="submit" variant="primary" busy={isSaving} busyLabel={text.saving}>
          {text.save}
        </Button>
        <LinkButton as={Link} to={`/sp/${courseId}/`} iconEnd="arrow-right">
          {text.preview}
        </LinkButton>
        <p className="sales-content-hint" role="status">
          {isUnsaved ? `${text.unsaved}. ${text.previewHint}` : null}
        </p>
      </div>
    </form>
  )
}

function Lists({
  form,
  problemAt,
  change,
}: {
  form: Form
  problemAt: (path: string) => string | undefined
  change: (part: keyof Form, next: Form) => void
}) {
  const text = useText(salesContentMessages)
  const list = (name: ListName) => ({
    entries: form[name],
    most: limits[name].most,
    problemAt: (path: string) => problemAt(`${name}.${path}`),
    onChange: (entries: Form[ListName]) => change(name, { ...form, [name]: entries }),
  })
  const words = {
    outcomes: { title: text.outcomes, hint: text.outcomesHint, name: text.outcome },
    requirements: { title: text.requirements, hint: text.requirementsHint, name: text.requirement },
    audience: { title: text.audience, hint: text.audienceHint, name: text.reader },
    planLines: { title: text.plan, hint: text.planHint, name: text.planLine },
    faq: { title: text.faq, hint: text.faqHint, name: text.question },
  }
  return (
    <>
      {lists.map((name) =>
        name === 'faq' ? (
          <EntryList
            key={name}
            {...words[name]}
            {...list(name)}
            length={limits.faq.question}
            answerLength={limits.faq.answer}
          />
        ) : (
          <EntryList key={name} {...words[name]} {...list(name)} length={limits[name].length} />
        ),
      )}
    </>
  )
}
