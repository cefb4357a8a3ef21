/**
 * The addresses of an open package's files. They contain the number of the activity, which shows to which activity a page belongs.
 */

import type { AskedHost } from '#server/policy/package-hosts.ts'

export const packagesFolder = '/packages'
/** The folder of the product's own scripts, which are the same for all packages. */
export const runTimeFolder = `${packagesFolder}/run-time/`
/**
 * The name of the launch's data within its folder. The package's own files are looked up after this name, so none can replace the
 * data.
 */
export const launchDataName = '~launch.js'

/** The name of the product's page around the first page of an activity. It exists only where the launch has a host of its own. */
export const playerName = '~player.html'

/** The end of a launch's name shows which kind of host serves its files. Tokens do not contain this character. */
const marks = { product: '', shared: '~', launch: '~~' } as const satisfies Record<AskedHost, string>

/** The digest that is stored of a launch covers its whole name, so hosts of another kind do not know the launch. */
export const launchName = (token: string, host: AskedHost): string => token + marks[host]
export const isLaunchAt = (launch: string, host: AskedHost): boolean =>
  launch.replace(/[^~]/g, '') === marks[host]
/** Names of any other format are refused, because they could change the content security policy of responses. */
export const isLaunchName = (text: string): boolean => /^[\w-]{1,99}~{0,2}$/.test(text)

export const filesPrefix = (launch: string, place: number) => `${packagesFolder}/${launch}/${place}/`

/** Returns the address of an activity's first page within the folder of the launch. */
export const pageOf = ({ path, suffix }: { path: string; suffix: string }): string =>
  path.split('/').map(encodeURIComponent).join('/') + suffix
