/**
 * The folder of addresses of an open package's files. The address contains the number of the activity, which identifies the
 * activity of each page.
 */

export const packagesFolder = '/packages'
/** The folder of the product's own scripts, which are the same for all packages. */
export const runTimeFolder = `${packagesFolder}/run-time/`
/** The name is in the folder of a launch. Files of a package are looked up after it, so none can replace it. */
export const launchDataName = '~launch.js'

/** The mark ends the name of a launch whose files are on the host of packages. Tokens do not contain this character. */
const ownHostMark = '~'

/** The stored hash covers the mark, so a launch of one host is unknown at the other. */
export const launchName = (token: string, isOnOwnHost: boolean): string =>
  isOnOwnHost ? token + ownHostMark : token
export const isOnOwnHost = (launch: string): boolean => launch.endsWith(ownHostMark)
/** A name in any other format could change the policy of responses. */
export const isLaunchName = (text: string): boolean => /^[\w-]{1,99}~?$/.test(text)

export const filesPrefix = (launch: string, place: number) => `${packagesFolder}/${launch}/${place}/`

export function addressOf(
  launch: string,
  place: number,
  { path, suffix }: { path: string; suffix: string },
): string {
  return filesPrefix(launch, place) + path.split('/').map(encodeURIComponent).join('/') + suffix
}
