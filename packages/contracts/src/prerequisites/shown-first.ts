const group = String.raw`\d{1,15}(?:\.\d{1,15}){1,5}`

/**
 * The courses that a buyer was told to complete first, as a purchase sends them: `5.12.13_6.12` for two courses of which one comes after
 * 12 and
 * 13; `none`.
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

/** By course. */
export const readShownFirst = (text: string): ReadonlyMap<number, readonly number[]> =>
  new Map(
    text.split('_').flatMap((shown) => {
      const [id = 0, ...first] = shown.split('.').map(Number)
      return text === 'none' ? [] : [[id, first] as const]
    }),
  )
