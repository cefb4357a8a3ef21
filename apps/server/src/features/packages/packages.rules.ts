/** Decides when a package is completed. Pure. */

interface Activity {
  identifier: string
  isReporting: boolean
}

interface Reached {
  activity: string
  isCompleted: boolean | null
  isPassed: boolean | null
}

/**
 * Returns true when all reporting activities are completed and none is failed. The learner marks a package without reports by hand.
 */
export function isLessonDone(activities: readonly Activity[], runs: readonly Reached[]): boolean {
  const reporting = activities.filter(({ isReporting }) => isReporting)
  const isDone = ({ identifier }: Activity) =>
    runs.some(
      ({ activity, isCompleted, isPassed }) =>
        activity === identifier && (isPassed === true || (isCompleted === true && isPassed !== false)),
    )
  return reporting.length > 0 && reporting.every(isDone)
}
