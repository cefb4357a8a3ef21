/** When a package is done. Pure. */

interface Activity {
  identifier: string
  isReporting: boolean
}

interface Reached {
  activity: string
  isCompleted: boolean | null
  isPassed: boolean | null
}

/** All that reports is completed, and nothing of it is failed. A package in which nothing reports is marked by its learner. */
export function isLessonDone(activities: readonly Activity[], runs: readonly Reached[]): boolean {
  const reporting = activities.filter(({ isReporting }) => isReporting)
  const isDone = ({ identifier }: Activity) =>
    runs.some(
      ({ activity, isCompleted, isPassed }) =>
        activity === identifier && (isPassed === true || (isCompleted === true && isPassed !== false)),
    )
  return reporting.length > 0 && reporting.every(isDone)
}
