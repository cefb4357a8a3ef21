import type {
  CourseImport,
  ImportPreview,
  ItemSample,
  LeftOutReason,
} from '@apogee/contracts/archives/archives.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { FileDrop } from '@apogee/ui/fields/file-drop.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Progress } from '@apogee/ui/figures/progress.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useImportSentence } from '#web/platform/language/import-sentence.ts'
import { MoneyPage } from '#web/shared/money/money-page.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { latestImportQuery } from '../api/course-imports.ts'
import { useCourseRefresh } from '../api/managed-courses.ts'
import { inMegabytes } from '../megabytes.ts'
import { courseImportMessages } from '../messages/course-import.en.ts'
import { useUploads } from '#web/platform/transfer/use-uploads.ts'
import './course-import.css'

/** Imports a course from an archive: choose the archive, review the result, confirm. */
export function CourseImportPage() {
  const text = useText(courseImportMessages)
  const latest = useQuery(latestImportQuery(useViewer()))
  return (
    <MoneyPage title={text.import} lead={text.importLead} parent={['/admin?tab=courses', text.courses]}>
      <section className="ap-panel course-import" aria-live="polite">
        <LoadStates query={latest} skeleton={<SkeletonRows count={4} />} failed={text.loadFailed}>
          {(found) => <Step found={found} />}
        </LoadStates>
      </section>
    </MoneyPage>
  )
}

function Step({ found }: { found: CourseImport | null }) {
  switch (found?.state) {
    case undefined:
      return <Choose />
    case 'examining':
      return <Examining found={found} />
    case 'refused':
      return <Refused found={found} />
    case 'ready':
      return <Ready found={found} />
    case 'importing':
      return <Importing found={found} />
    case 'done':
      return <Done found={found} />
  }
}

const useRefresh = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['course-imports'] })
}

function Choose() {
  const text = useText(courseImportMessages)
  const failureText = useFailureText()
  const refresh = useRefresh()
  const { upload, progress, setProgress, isWaiting, abandon } = useUploads()
  const [file, setFile] = useState<File | null>(null)
  const send = useMutation({
    mutationFn: async (chosen: File) => {
      setFile(chosen)
      setProgress(0)
      const filePath = await upload(chosen, 'archive')
      await call('beginCourseImport', { body: { filePath } })
      await refresh()
    },
    onError: () => {
      setFile(null)
      setProgress(null)
    },
  })
  const isAborted = send.error instanceof DOMException && send.error.name === 'AbortError'
  return (
    <>
      <AskBeforeLeaving loss={send.isPending ? 'upload' : null} />
      <FileDrop
        label={text.file}
        prompt={text.prompt}
        browseLabel={text.browse}
        hint={isWaiting ? text.waiting : text.hint}
        accept=".zip,.imscc,application/zip"
        onFile={(chosen) => send.mutate(chosen)}
        fileName={file?.name ?? null}
        progress={progress}
        progressLabel={file ? text.uploading(file.name) : ''}
        onRemove={abandon}
        removeLabel={text.discard}
        error={send.error && !isAborted ? failureText(send.error, text.uploadFailed) : undefined}
      />
      <div>
        <h2 className="ap-h4">{text.rulesTitle}</h2>
        <ul className="mt-2 list-disc ps-5 text-secondary">
          {[text.ruleFolders, text.ruleKinds, text.ruleCaptions, text.ruleCover, text.ruleCartridge].map(
            (rule) => (
              <li key={rule}>{rule}</li>
            ),
          )}
        </ul>
      </div>
    </>
  )
}

function Examining({ found }: { found: CourseImport }) {
  const text = useText(courseImportMessages)
  return (
    <div role="status">
      <h2 className="ap-h3">{text.examining(found.name)}</h2>
      <p className="mt-2 text-secondary">{text.examiningHint}</p>
      <SkeletonRows count={3} />
    </div>
  )
}

function Refused({ found }: { found: CourseImport }) {
  const text = useText(courseImportMessages)
  const sentence = useImportSentence()
  return (
    <>
      <div>
        <h2 className="ap-h3">{text.refused}</h2>
        <p className="mt-2 text-secondary">{text.refusedHint}</p>
      </div>
      <ul className="course-import-paths">
        {found.problems.map(({ path, kind, detail }) => (
          <li key={`${path} ${kind} ${detail}`}>
            <strong>{text.problem(kind)}</strong>
            <code translate="no">{[path || text.whole, sentence(detail)].filter(Boolean).join(' · ')}</code>
          </li>
        ))}
      </ul>
      <Discard found={found} label={text.another} isPrimary />
    </>
  )
}

function Ready({ found }: { found: CourseImport }) {
  const text = useText(courseImportMessages)
  const refresh = useRefresh()
  const confirm = useAnnouncedMutation({
    mutationFn: () => call('confirmCourseImport', { params: { id: found.id }, body: {} }),
    onSettled: refresh,
    failed: text.changeFailed,
  })
  const { preview } = found
  if (!preview) return null
  return (
    <>
      <div>
        <h2 className="ap-h3">{text.ready(preview.title)}</h2>
        <p className="mt-2 text-secondary">{text.creates}</p>
      </div>
      <Facts preview={preview} />
      <div>
        {preview.modules.map((module, at) => (
          <Disclosure key={`${at} ${module.title}`} title={module.title}>
            <ul className="course-import-paths">
              {module.items.map(({ title, kind, path, sample }) => (
                <li key={`${path} ${title}`}>
                  {title} <span className="text-secondary">({text.kind(kind)})</span>
                  {sample ? <Sample sample={sample} /> : null}
                </li>
              ))}
            </ul>
          </Disclosure>
        ))}
      </div>
      <Parts preview={preview} />
      <div className="course-import-actions">
        <Button
          variant="primary"
          busy={confirm.isPending}
          busyLabel={text.creating}
          onClick={() => confirm.mutate()}
        >
          {text.create}
        </Button>
        <Discard found={found} label={text.discard} />
      </div>
    </>
  )
}

type Part = ImportPreview['leftOut'][number]

/** Content with one of these reasons is imported, but its author should check it. */
const reasonsToCheck: ReadonlySet<LeftOutReason> = new Set([
  'stream-times',
  'guessed-encoding',
  'question-changed',
  'assignment',
  'divided',
  'pdf-password',
])

const isToCheck = ({ reason }: Part): boolean => reasonsToCheck.has(reason)

/** Lists the parts that the author should check, and the parts that are left out. */
function Parts({ preview: { leftOut, leftOutCount } }: { preview: ImportPreview }) {
  const text = useText(courseImportMessages)
  const toCheck = leftOut.filter(isToCheck)
  return (
    <>
      <Named title={text.toCheck} parts={toCheck} count={toCheck.length} open />
      <Named
        title={text.leftOut}
        parts={leftOut.filter((part) => !isToCheck(part))}
        count={leftOutCount - toCheck.length}
      />
    </>
  )
}

/** Lists parts of the archive by name and reason. `count` includes parts that the list does not name. */
function Named({
  title,
  parts,
  count,
  open,
}: {
  title: (count: number) => string
  parts: readonly Part[]
  count: number
  open?: boolean
}) {
  const text = useText(courseImportMessages)
  const sentence = useImportSentence()
  if (count <= 0) return null
  return (
    <Disclosure title={title(count)} open={open}>
      <ul className="course-import-paths">
        {parts.map(({ path, reason, detail }) => (
          <li key={`${path} ${reason} ${detail}`}>
            {text.reason(reason)}
            <code translate="no">{[path, sentence(detail)].filter(Boolean).join(' · ')}</code>
          </li>
        ))}
        {count > parts.length ? <li>{text.more(count - parts.length)}</li> : null}
      </ul>
    </Disclosure>
  )
}

/** Shows the beginning of a text, or the first questions of a quiz with their keys. */
function Sample({ sample: { text: words, questions, count } }: { sample: ItemSample }) {
  const text = useText(courseImportMessages)
  const keyOf = (type: string, key: string) =>
    type === 'true-false' ? (key === 'true' ? text.isTrue : text.isFalse) : key
  if (questions.length === 0)
    return words === '' ? null : <p className="course-import-sample text-secondary">{words}</p>
  return (
    <ol className="course-import-sample text-secondary" aria-label={text.questions(count)}>
      {questions.map(({ type, question, key, points }) => (
        <li key={question}>
          {question} <strong>{text.key(keyOf(type, key), points)}</strong>
        </li>
      ))}
      {count > questions.length ? <li>{text.more(count - questions.length)}</li> : null}
    </ol>
  )
}

function Facts({ preview: { counts, bytes } }: { preview: ImportPreview }) {
  const text = useText(courseImportMessages)
  const kinds = ['modules', 'texts', 'videos', 'documents', 'quizzes', 'captions', 'pictures'] as const
  return (
    <ul className="course-import-facts font-semibold">
      {kinds
        .filter((kind) => counts[kind] > 0)
        .map((kind) => (
          <li key={kind}>{text[kind](counts[kind])}</li>
        ))}
      {bytes > 0 ? <li>{text.size(inMegabytes(bytes))}</li> : null}
    </ul>
  )
}

function Importing({ found: { preview, progress, name } }: { found: CourseImport }) {
  const text = useText(courseImportMessages)
  const title = text.importing(preview?.title ?? name)
  const stored = text.filesStored(progress.done, progress.total)
  return (
    <div role="status">
      <h2 className="ap-h3">{title}</h2>
      <p className="mt-2 mb-4 text-secondary">{text.importingHint}</p>
      <Progress
        value={progress.total === 0 ? 100 : (100 * progress.done) / progress.total}
        label={title}
        valueText={stored}
        craft={false}
      />
      <p className="mt-2 text-secondary">{stored}</p>
    </div>
  )
}

function Done({ found }: { found: CourseImport }) {
  const text = useText(courseImportMessages)
  return (
    <>
      <div>
        <h2 className="ap-h3">{text.done(found.preview?.title ?? found.name)}</h2>
        <p className="mt-2 text-secondary">{text.doneHint}</p>
      </div>
      <div className="course-import-actions">
        {found.courseId === null ? null : (
          <LinkButton as={Link} to={`/course/${found.courseId}/manage`} variant="primary">
            {text.open}
          </LinkButton>
        )}
        <Discard found={found} label={text.importAnother} />
        <TakeBack found={found} />
      </div>
      {found.preview ? <Parts preview={found.preview} /> : null}
    </>
  )
}

/** Deletes the created course. */
function TakeBack({ found: { id, courseId, preview, name } }: { found: CourseImport }) {
  const text = useText(courseImportMessages)
  const refresh = useRefresh()
  const refreshCourse = useCourseRefresh()
  const [isAsked, setIsAsked] = useState(false)
  const title = preview?.title ?? name
  const step = useMutation({
    mutationFn: async () => {
      const { data } = await call('deleteCourse', { params: { id: courseId ?? 0 } })
      await call('discardCourseImport', { params: { id } })
      return data
    },
    onSuccess: () => refreshCourse(courseId ?? 0),
    onSettled: refresh,
  })
  if (courseId === null) return null
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsked(true)}>
        {text.takeBack}
      </Button>
      {isAsked ? (
        <ConfirmStep
          step={step}
          title={text.takeBack}
          text={text.takeBackText}
          tone="danger"
          action={text.takeBack}
          failed={text.changeFailed}
          notice={({ outcome }) => (outcome === 'deleted' ? text.takenBack(title) : text.isArchived(title))}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  )
}

function Discard({
  found,
  label,
  isPrimary = false,
}: {
  found: CourseImport
  label: string
  isPrimary?: boolean
}) {
  const text = useText(courseImportMessages)
  const refresh = useRefresh()
  const discard = useAnnouncedMutation({
    mutationFn: () => call('discardCourseImport', { params: { id: found.id } }),
    onSettled: refresh,
    failed: text.changeFailed,
  })
  return (
    <Button
      {...(isPrimary && { variant: 'primary' })}
      busy={discard.isPending}
      busyLabel={label}
      onClick={() => discard.mutate()}
    >
      {label}
    </Button>
  )
}
