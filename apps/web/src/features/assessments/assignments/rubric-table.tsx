import type { ShownRubric } from '@apogee/contracts/assessments/assessments.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { assignmentsMessages } from '../messages/assignments.en.ts'
import './assignments.css'

/** Shows criteria with their levels. `chosen` has the index of the level of each criterion that the grader chose. */
export function RubricTable({
  rubric,
  chosen = [],
}: {
  rubric: ShownRubric
  chosen?: readonly number[] | undefined
}) {
  const text = useText(assignmentsMessages)
  return (
    <ol className="rubric">
      {rubric.map(({ criterion, levels }, index) => (
        <li key={index}>
          <b>{criterion}</b>
          <ul className="rubric-levels">
            {levels.map(({ points, words }, level) => (
              <li key={level} className="rubric-level" data-chosen={chosen[index] === level || undefined}>
                <span className="rubric-points">
                  {text.levelPoints(points)}
                  {chosen[index] === level ? (
                    <>
                      {' '}
                      <Badge tone="info" icon="check">
                        {text.chosen}
                      </Badge>
                    </>
                  ) : null}
                </span>
                <span className="whitespace-pre-line">{words}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
