/**
 * The folder of addresses of an open package's files. The address contains the number of the activity, which identifies the
 * activity of each page.
 */

import type { AskedHost } from '#server/policy/package-hosts.ts'

export const packagesFolder = '/packages'
/** The folder of the product's own scripts, which are the same for all packages. */
export const runTimeFolder = `${packagesFolder}/run-time/`
/** The name is in the folder of a launch. Files of a package are looked up after it, so none can replace it. */
export const launchDataName = '~launch.js'

/** The name is that of our page around the first page of an activity, where the launch has a host of its own. */
export const playerName = '~player.html'

/** The mark ends the name of a launch and says which host has its files. Tokens do not contain this character. */
const marks = { product: '', shared: '~', launch: '~~' } as const satisfies Record<AskedHost, string>

/** The stored hash covers the mark, so a launch of one kind of host is unknown at the others. */
export const launchName = (token: string, host: AskedHost): string => token + marks[host]
export const isLaunchAt = (launch: string, host: AskedHost): boolean =>
  launch.replace(/[^~]/g, '') === marks[host]
/** A name in any other format could change the policy of responses. */
export const isLaunchName = (text: string): boolean => /^[\w-]{1,99}~{0,2}$/.test(text)

export const filesPrefix = (launch: string, place: number) => `${packagesFolder}/${launch}/${place}/`

/** Returns the address of an activity's first page within the folder of the launch. */
export const pageOf = ({ path, suffix }: { path: string; suffix: string }): string =>
  path.split('/').map(encodeURIComponent).join('/') + suffix
