const group = String.raw`\d{1,15}(?:\.\d{1,15}){1,5}`

/**
 * A purchase sends the prerequisites that the buyer was shown. `5.12.13_6.12` means that course 5 follows courses 12 and 13, and
 * course 6 follows course 12. `none` means that the buyer was shown none.
 */
export const shownFirstForm = new RegExp(`^(?:none|${group}(?:_${group})*)$`)

export const shownFirstOf = (
  courses: readonly { id: number; first: readonly { courseId: number }[] }[],
): string =>
  courses
    .flatMap(({ id, first }) =>
      first.length > 0 ? [[id, ...first.map(({ courseId }) => courseId)].join('.')] : [],
    )
    .join('_') || 'none'

/** Maps the id of each course to the ids of its prerequisites. */
export const readShownFirst = (text: string): ReadonlyMap<number, readonly number[]> =>
  new Map(
    text.split('_').flatMap((shown) => {
      const [id = 0, ...first] = shown.split('.').map(Number)
      return text === 'none' ? [] : [[id, first] as const]
    }),
  )
