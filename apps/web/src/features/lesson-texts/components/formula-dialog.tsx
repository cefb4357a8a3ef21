import { lessonDocumentLimits } from '@apogee/contracts/courses/lesson-document.ts'
import { formulaSource } from '@apogee/contracts/courses/markdown/formula-source.ts'
import { Button } from '@apogee/ui/button.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useEffect, useMemo, useState } from 'react'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import type { drawFormula, FormulaProblem } from '#web/shared/lesson-text/formula.ts'
import { useText } from '#web/platform/language/messages.ts'
import type { EditedFormula } from '../editor/commands.ts'
import { formulaMessages } from '../messages/formulas.en.ts'
import '#web/shared/lesson-text/lesson-text.css'
import '../lesson-editor.css'

type Drawing = ReturnType<typeof drawFormula>

/** Edits a formula in TeX with a preview below it. */
export function FormulaDialog({
  present,
  canBeBlock,
  onChosen,
  onClose,
}: {
  /** `present` is the selected formula; null means that a new formula is inserted. */
  present: EditedFormula | null
  canBeBlock: boolean
  /** Null removes the formula. */
  onChosen: (formula: EditedFormula | null) => void
  onClose: () => void
}) {
  const text = useText(formulaMessages)
  const problemText = useProblemText()
  const [tex, setTex] = useState(present?.tex ?? '')
  const [isBlock, setBlock] = useState(present?.isBlock ?? false)
  const [isTried, setTried] = useState(false)
  const source = formulaSource(tex, isBlock ? 'block' : 'line')
  const drawing = useDrawing(source, isBlock)
  const drawn = typeof drawing === 'object' ? drawing : undefined
  const problem =
    tex.trim() === ''
      ? isTried && text.missing
      : source === null
        ? text.notSource
        : drawn?.problem && problemText(drawn.problem)
  return (
    <FormDialog
      title={text.formula}
      action={present ? text.save : text.insert}
      secondAction={
        present ? (
          <Button size="md" onClick={() => onChosen(null)}>
            {text.remove}
          </Button>
        ) : undefined
      }
      onClose={onClose}
      error={drawing === 'not loaded' && text.loadFailed}
      onSubmit={() => {
        setTried(true)
        if (source !== null && isReady(drawing)) onChosen({ tex: source, isBlock })
      }}
    >
      <TextArea
        className="lesson-formula-source"
        label={text.source}
        hint={text.sourceHint}
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        maxLength={lessonDocumentLimits.formula}
        value={tex}
        error={problem === false ? undefined : problem}
        onChange={({ currentTarget }) => setTex(currentTarget.value)}
      />
      <div className="lesson-formula-preview" role="group" aria-label={text.preview} aria-live="polite">
        {drawn?.element ? <Drawn element={drawn.element} isBlock={isBlock} /> : null}
      </div>
      {canBeBlock ? (
        <RadioGroup
          legend={text.place}
          value={isBlock ? 'block' : 'line'}
          onChange={(place) => setBlock(place === 'block')}
          options={[
            { value: 'line', label: text.inLine },
            { value: 'block', label: text.onItsOwn },
          ]}
        />
      ) : null}
    </FormDialog>
  )
}

function Drawn({ element, isBlock }: { element: Element; isBlock: boolean }) {
  const Place = isBlock ? 'div' : 'span'
  return (
    <Place className="lesson-formula" ref={(place: HTMLElement | null) => place?.replaceChildren(element)} />
  )
}

/** If the preview cannot be loaded, a formula can be inserted without it; the text then shows its source. */
const isReady = (drawing: Drawing | 'loading' | 'not loaded' | null): boolean =>
  drawing === 'not loaded' || (typeof drawing === 'object' && drawing?.element !== undefined)

/** Returns null when there is no source to draw. */
function useDrawing(source: string | null, isBlock: boolean): Drawing | 'loading' | 'not loaded' | null {
  const [loaded, setLoaded] = useState<'loading' | 'not loaded' | { draw: typeof drawFormula }>('loading')
  useEffect(() => {
    import('#web/shared/lesson-text/formula.ts').then(
      (formulas) => setLoaded({ draw: formulas.drawFormula }),
      () => setLoaded('not loaded'),
    )
  }, [])
  return useMemo(() => {
    if (typeof loaded === 'string') return loaded
    return source === null ? null : loaded.draw(source, isBlock)
  }, [loaded, source, isBlock])
}

function useProblemText(): (problem: FormulaProblem) => string {
  const text = useText(formulaMessages)
  return (problem) => {
    switch (problem.kind) {
      case 'unknown':
        return text.unknown(problem.command)
      case 'refused':
        return text.refused(problem.command)
      case 'wrong':
        return text.wrong(problem.near)
      case 'large':
        return text.large
    }
  }
}
