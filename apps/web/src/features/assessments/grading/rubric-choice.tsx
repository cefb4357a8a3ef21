import type { ShownRubric } from '@apogee/contracts/assessments/assessments.ts'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { gradingMessages } from '../messages/grading.en.ts'

/** Chooses a level of each criterion. `problem` stands below criteria without a level. */
export function RubricChoice({
  rubric,
  chosen,
  problem,
  fieldOf,
  set,
}: {
  rubric: ShownRubric
  chosen: readonly (number | undefined)[]
  problem: string | undefined
  fieldOf: (criterion: number) => string
  set: (field: string, value: string) => void
}) {
  const text = useText(gradingMessages)
  return rubric.map(({ criterion, levels }, index) => (
    <div key={index} data-criterion={fieldOf(index)}>
      <RadioGroup
        layout="rows"
        legend={criterion}
        options={levels.map(({ points, words }, level) => ({
          value: String(level),
          label: <span className="whitespace-pre-line">{words}</span>,
          hint: `${level + 1} · ${text.levelPoints(points)}`,
        }))}
        value={chosen[index] === undefined ? null : String(chosen[index])}
        error={chosen[index] === undefined ? problem : undefined}
        onChange={(level) => set(fieldOf(index), level)}
      />
    </div>
  ))
}
