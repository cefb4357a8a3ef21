/** Decides when a package is completed. The function is pure. */
import { isActivityDone, type ActivityResults } from '@apogee/contracts/scorm/activity-results.ts'

interface Activity {
  identifier: string
  isReporting: boolean
}

interface Reached extends ActivityResults {
  activity: string
}

/**
 * Returns whether all reporting activities are completed and none is failed. A package without reporting activities is completed by
 * hand.
 */
export function isLessonDone(activities: readonly Activity[], runs: readonly Reached[]): boolean {
  const reporting = activities.filter(({ isReporting }) => isReporting)
  const isDone = ({ identifier }: Activity) =>
    runs.some((run) => run.activity === identifier && isActivityDone(run))
  return reporting.length > 0 && reporting.every(isDone)
}
