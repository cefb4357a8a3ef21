/** Holds what one activity of a package has reported. Null means that the activity has not reported this value. */
export interface ActivityResults {
  isCompleted: boolean | null
  isPassed: boolean | null
}

/** An activity is done when it is passed, or completed without being failed. */
export const isActivityDone = ({ isCompleted, isPassed }: ActivityResults): boolean =>
  isPassed === true || (isCompleted === true && isPassed !== false)
