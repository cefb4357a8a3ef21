import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { exerciseCodeMaxLength } from '@apogee/contracts/limits.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { draftOf } from '#web/platform/drafts/drafts.ts'
import { useText } from '#web/platform/language/messages.ts'
import { practiceMessages } from './messages.en.ts'
import './practice.css'
import { ExerciseTables } from './exercise-tables.tsx'
import { indentNewLine } from './new-line.ts'
import { practiceLanguageNames, setupOf, type PadTask } from './pad-task.ts'
import { PracticeOutput } from './practice-output.tsx'
import { isBusy, useRun, type RunState } from './use-run.ts'

/** The author's solution is offered after this many failed runs. */
const missesBeforeSolution = 3

export interface PracticeWork {
  code: string
  /** True means that the code passed all checks. */
  isPassing: boolean
}

/** Shows a pad whose code stays in this tab as a draft. The lesson must be the key. */
export function DraftPad({ userId, place, task }: { userId: number; place: string; task: PadTask }) {
  const [draft] = useState(() => draftOf(userId, `exercise ${place}`, { code: starterOf(task), passed: '' }))
  return (
    <PracticePad
      task={task}
      start={{ code: draft.fields.code, isPassing: draft.fields.passed === 'yes' }}
      onWork={({ code, isPassing }) => draft.keep({ code, passed: isPassing ? 'yes' : '' })}
    />
  )
}

/**
 * Shows the block under a lesson (docs/specification.md#lesson-viewer). The code runs in the learner's browser, isolated from the
 * page.
 */
export function PracticePad({
  task,
  start,
  onWork,
  onLeave,
  status,
}: {
  task: PadTask
  /** `start` is the initial content of the pad. */
  start: PracticeWork
  /** Runs when the code changes, and when it has passed all checks. */
  onWork: (work: PracticeWork) => void
  onLeave?: () => void
  /** `status` tells where the code is saved. */
  status?: ReactNode
}) {
  const text = useText(practiceMessages)
  const id = useId()
  const starter = starterOf(task)
  const isExercise = task.kind === 'exercise'
  const [code, setCode] = useState(start.code)
  /** Holds the code that starting over has replaced, until other code is written. */
  const [replaced, setReplaced] = useState<string | null>(null)
  const editor = useRef<HTMLTextAreaElement>(null)
  /** True while the code is the code that passed all checks, even after a reload. */
  const [isPassing, setPassing] = useState(start.isPassing)
  const [state, run, reset] = useRun(code, task, () => {
    // The code has changed during the run, so the result does not apply to it.
    if (editor.current?.value !== code) return
    setPassing(true)
    onWork({ code, isPassing: true })
  })

  function write(changed: string) {
    setCode(changed)
    setReplaced(null)
    setPassing(false)
    onWork({ code: changed, isPassing: false })
  }

  /** Starts over, or brings the replaced code back. */
  const put = (changed: string, was: string | null) => {
    write(changed)
    setReplaced(was)
    if (was !== null) reset()
    editor.current?.focus()
  }

  const tryRun = () => {
    if (!isBusy(state)) run()
  }

  return (
    <section
      className="ap-panel practice-pad"
      data-clip=""
      aria-labelledby={`${id}-title`}
      data-quiet={isExercise ? undefined : ''}
    >
      <PadHead id={id} task={task} isPassing={isPassing} />
      <CodeEditor
        ref={editor}
        describedBy={`${id}-task ${id}-keys`}
        rows={rowsFor(starter, isExercise ? [8, 18] : [4, 4])}
        value={code}
        onChange={write}
        onLeave={onLeave}
        onRun={tryRun}
      />
      <PadActions
        id={`${id}-keys`}
        status={status}
        isRunning={isBusy(state)}
        onRun={tryRun}
        onReset={code === starter ? null : () => put(starter, code)}
        onUndo={replaced === null ? null : () => put(replaced, null)}
      />
      <PadOutput state={state} />
      {isExercise && task.solution && (isPassing || state.misses >= missesBeforeSolution) ? (
        <Disclosure className="practice-solution" title={text.solution}>
          <pre>{task.solution}</pre>
        </Disclosure>
      ) : null}
    </section>
  )
}

const starterOf = (task: PadTask): string => (task.kind === 'exercise' ? task.starter : '')

/** Returns how many rows the field has: the number of the code's lines, within bounds. */
const rowsFor = (code: string, [least, most]: readonly [number, number]): number =>
  Math.min(most, Math.max(least, code.split('\n').length + 1))

function PadHead({ id, task, isPassing }: { id: string; task: PadTask; isPassing: boolean }) {
  const text = useText(practiceMessages)
  const setup = setupOf(task)
  return (
    <>
      <header>
        <h3 id={`${id}-title`} className="ap-h4">
          {text.exercise} {isPassing ? <Badge tone="positive">{text.allPassed}</Badge> : null}
        </h3>
        <p id={`${id}-task`} className="practice-task text-sm text-secondary">
          {task.kind === 'exercise' ? task.prompt : text.scratchpad(practiceLanguageNames[task.language])}
        </p>
      </header>
      {setup ? <ExerciseTables setup={setup} /> : null}
    </>
  )
}

/** Shows the buttons below the code, near the cursor. A null `onReset` means that the code is the initial one. */
function PadActions({
  id,
  status,
  isRunning,
  onRun,
  onReset,
  onUndo,
}: {
  id: string
  status: ReactNode
  isRunning: boolean
  onRun: () => void
  onReset: (() => void) | null
  /** Null means that nothing was replaced. */
  onUndo: (() => void) | null
}) {
  const text = useText(practiceMessages)
  return (
    <div className="practice-actions">
      <Button size="sm" busy={isRunning} onClick={onRun}>
        {text.runCode}
      </Button>
      <p id={id} className="text-sm text-secondary">
        {text.ownBrowser} <span className="practice-keys">{text.keys}</span> {status}
      </p>
      {onReset ? (
        <Button variant="quiet" size="sm" onClick={onReset}>
          {text.reset}
        </Button>
      ) : null}
      {onUndo ? (
        <Button variant="quiet" size="sm" icon="undo" onClick={onUndo}>
          {text.undoReset}
        </Button>
      ) : null}
    </div>
  )
}

/** Scrolls into view with each result, because on a phone the code fills the screen. */
function PadOutput({ state }: { state: RunState }) {
  const output = useRef<HTMLDivElement>(null)
  const { run } = state
  useEffect(() => {
    if (run === 'done') output.current?.scrollIntoView({ block: 'nearest' })
  }, [run])
  return (
    <div ref={output} className="practice-output" role="status">
      <PracticeOutput state={state} />
    </div>
  )
}

/** Ctrl+Enter or ⌘+Enter runs the code. Tab leaves the editor, as it leaves other fields of a page. */
function CodeEditor({
  ref,
  describedBy,
  rows,
  value,
  onChange,
  onLeave,
  onRun,
}: {
  ref: RefObject<HTMLTextAreaElement | null>
  describedBy: string
  rows: number
  value: string
  onChange: (code: string) => void
  onLeave: (() => void) | undefined
  onRun: () => void
}) {
  const text = useText(practiceMessages)
  return (
    <textarea
      ref={ref}
      className="practice-code"
      aria-label={text.code}
      aria-describedby={describedBy}
      rows={rows}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      maxLength={exerciseCodeMaxLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Enter') return
        const isRun = event.ctrlKey || event.metaKey
        if (isRun) onRun()
        if (isRun || (!event.shiftKey && indentNewLine(event.currentTarget))) event.preventDefault()
      }}
    />
  )
}
