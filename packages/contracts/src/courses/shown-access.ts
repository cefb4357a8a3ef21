import type { AccessLength } from './access-length.ts'

/** Returns a code such as `30d` or `12m`, or `all` for ever. */
export const lengthCode = (access: AccessLength | null | undefined): string =>
  access ? ('days' in access ? `${access.days}d` : `${access.months}m`) : 'all'

/** Encodes the access length of each course that a buyer was shown: `5.30d_6.all`. */
export const shownAccessOf = (
  courses: readonly { id: number; access?: AccessLength | undefined }[],
): string => courses.map(({ id, access }) => `${id}.${lengthCode(access)}`).join('_')

export const shownAccessForm = /^\d{1,15}\.(?:\d{1,4}[dm]|all)(?:_\d{1,15}\.(?:\d{1,4}[dm]|all))*$/

/** Maps the id of each course to its code. */
export const readShownAccess = (text: string): ReadonlyMap<number, string> =>
  new Map(
    text.split('_').map((shown) => {
      const [id = '', code = ''] = shown.split('.')
      return [Number(id), code] as const
    }),
  )
