import { Button } from '@apogee/ui/button.tsx'
import { useText } from '#web/platform/messages.ts'
import { learningMessages } from './messages.en.ts'

const exercise = `function average(numbers) {

}`

/** Spec §2: a static block. It says itself that its button does not work yet. */
export function PracticeExercise() {
  const text = useText(learningMessages)
  return (
    <section className="ap-panel learn-exercise" data-clip="" aria-labelledby="exercise">
      <header>
        <div>
          <h3 id="exercise" className="ap-h4">
            {text.exercise}
          </h3>
          <p className="text-sm text-secondary">{text.exerciseHint}</p>
        </div>
        <Button size="sm" disabled aria-describedby="exercise-note">
          {text.runCode}
        </Button>
      </header>
      <pre aria-label={text.exerciseCode}>
        <span>{`// ${text.exerciseComment}`}</span>
        {`\n${exercise}`}
      </pre>
      <footer>
        <p id="exercise-note" className="text-sm text-secondary">
          {text.exerciseNote}
        </p>
      </footer>
    </section>
  )
}
