import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { useFailureText } from '../../../platform/failures/failure-text.ts'
import { platformMessages } from '../../../platform/language/messages.en.ts'
import { useText } from '../../../platform/language/messages.ts'
import { useSave } from '../../../platform/forms/use-save.ts'
import { useSession } from '../../../platform/session/session.tsx'
import { draftEditorMessages } from './draft-editor-messages.en.ts'
import type { DraftedEdit, DraftEditor, DraftKind } from './use-draft-editor.ts'
import './draft-editor.css'

interface Props<Document, Edit extends DraftedEdit> {
  editor: DraftEditor<Document, Edit>
  back: ReactNode
  kind: DraftKind
  /** True means that learners see a version of the document. */
  isShown?: boolean
  /** `badge` stands beside the title of a document that learners see. */
  badge?: ReactNode
  facts?: ReactNode
  /** Runs when Publish is pressed. If it returns false, nothing is published. */
  onPress?: () => Promise<boolean>
  publish: (document: Document, version: number) => Promise<Edit>
  /** These queries are refetched after publishing. */
  staleKeys: QueryKey[]
  children?: ReactNode
}

/** The document lacks something that a published one needs, or is still uploading. */
class NotReady extends Error {}

/** Shows the document's title, the saving state, the button that publishes it, and the conflict question. */
export function DraftEditorHead<Document, Edit extends DraftedEdit>({
  editor,
  back,
  kind,
  badge,
  facts,
  onPress,
  publish,
  staleKeys,
  children,
  isShown = editor.edit.isPublished,
}: Props<Document, Edit>) {
  const text = useText(draftEditorMessages)
  const queries = useQueryClient()
  const { edit, saver, document, state } = editor
  const newest = useRef(document)
  useEffect(() => {
    newest.current = document
  })
  const publishing = useSave({
    save: async () => {
      if ((await onPress?.()) === false) throw new NotReady()
      // Unsaved changes belong to the published document, so they must be saved first. So do changes that were made since the press.
      if (!(await saver.flush())) throw saver.failure
      const shown = newest.current
      const published = await publish(shown, saver.version)
      saver.noteSaved(published.version ?? saver.version, shown)
      editor.setEdit(published)
      for (const queryKey of [['course', edit.courseId], ...staleKeys])
        void queries.invalidateQueries({ queryKey })
    },
    failed: text[`${kind}PublishFailed`],
    // The document shows what it lacks.
    onRefused: (error) => error instanceof NotReady,
    notice: () => (isShown ? text[`${kind}Updated`] : text[`${kind}Published`]),
  })
  return (
    <>
      <div className="draft-editor-head">
        <div className="draft-editor-title">
          {back}
          <h1 className="ap-h2">
            {edit.title} {isShown ? badge : <Badge>{text.draft}</Badge>}
          </h1>
          <div className="draft-editor-state">
            <SaveStatus editor={editor} kind={kind} isShown={isShown} />
            {facts}
          </div>
        </div>
        <Button
          variant="primary"
          disabled={isShown && !edit.hasDraft && state === 'saved'}
          busy={publishing.busy}
          busyLabel={text.publishing}
          onClick={() => void publishing.send(undefined)}
        >
          {isShown ? text[`${kind}Update`] : text[`${kind}Publish`]}
        </Button>
      </div>
      {children}
      {publishing.error ? <Notice tone="danger">{publishing.error}</Notice> : null}
      {isShown && !edit.isModulePublished ? (
        <Notice tone="info">{text[`${kind}ModuleIsDraft`]}</Notice>
      ) : null}
      <ConflictDialog editor={editor} kind={kind} />
    </>
  )
}

function SaveStatus<Document, Edit extends DraftedEdit>({
  editor: { edit, state, failure, saver },
  kind,
  isShown,
}: {
  editor: DraftEditor<Document, Edit>
  kind: DraftKind
  isShown: boolean
}) {
  const text = useText(draftEditorMessages)
  const failureText = useFailureText()
  const saved = !isShown
    ? text[`${kind}SavedUnseen`]
    : edit.hasDraft
      ? text[`${kind}SavedAsDraft`]
      : text.saved
  const sentences = {
    saved,
    unsaved: text.unsaved,
    saving: text.saving,
    failed: text[`${kind}SaveFailed`],
  } as const
  return (
    <>
      <span role="status">{sentences[state]}</span>
      {state === 'failed' && failure ? <span>{failureText(failure, '')}</span> : null}
      {state === 'failed' ? (
        <button type="button" className="ap-link" onClick={() => void saver.flush()}>
          {text.trySaving}
        </button>
      ) : null}
    </>
  )
}

/** Asks which version to save, after another person, or this person in another tab, has changed the document. */
function ConflictDialog<Document, Edit extends DraftedEdit>({
  editor: { conflict, keepMine, takeTheirs },
  kind,
}: {
  editor: DraftEditor<Document, Edit>
  kind: DraftKind
}) {
  const text = useText(draftEditorMessages)
  const { close } = useText(platformMessages)
  const { user } = useSession()
  if (!conflict) return null
  const changedBy = conflict.fields[0]?.changedBy ?? null
  const words =
    changedBy !== null && changedBy.id === user?.id
      ? {
          title: text[`${kind}ChangedByYou`],
          lead: text[`${kind}ChangedByYouText`],
          keep: text[`${kind}KeepThis`],
          take: text[`${kind}TakeOther`],
        }
      : {
          title: text[`${kind}ConflictTitle`],
          lead: text[`${kind}ConflictText`](changedBy?.name ?? null),
          keep: text[`${kind}KeepMine`],
          take: text[`${kind}TakeTheirs`],
        }
  return (
    <Dialog
      open
      role="alertdialog"
      title={words.title}
      closeLabel={close}
      onClose={keepMine}
      footer={
        <>
          <Button variant="quiet" onClick={takeTheirs}>
            {words.take}
          </Button>
          <Button variant="primary" onClick={keepMine}>
            {words.keep}
          </Button>
        </>
      }
    >
      <p>{words.lead}</p>
    </Dialog>
  )
}
