/** The scope of discussions is everywhere, one group, one course, or one lesson of a course. */
export interface Place {
  groupId?: number
  courseId?: number
  resourceId?: number
}

export const placeIds = ['groupId', 'courseId', 'resourceId'] as const

/** Returns the ids of a place that are set. */
export const idsOf = (place: Place): Place =>
  Object.fromEntries(placeIds.flatMap((name) => (place[name] === undefined ? [] : [[name, place[name]]])))

/** Returns the address of a lesson, at a second of its video. */
export const lessonAddress = (
  { id, contentId }: { id: number; contentId: number },
  seconds: number | null,
): string => `/lesson/${contentId}/resources/${id}${seconds === null ? '' : `?t=${seconds}`}`
