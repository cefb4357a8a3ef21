import { reservedSchoolNames, schoolLimits } from './school-limits.ts'

/** The number of the seller is the name of a school without a chosen one, so that a chosen name needs a letter. */
export const isSchoolName = (name: string): boolean =>
  name.length >= schoolLimits.shortestName &&
  name.length <= schoolLimits.longestName &&
  /^[a-z0-9-]+$/.test(name) &&
  /[a-z]/.test(name) &&
  !name.startsWith('-') &&
  !name.endsWith('-') &&
  !name.includes('--')

/** Names with the product's own name would pretend to be the product. */
export const isReservedSchoolName = (name: string): boolean =>
  reservedSchoolNames.includes(name) || name.replaceAll('-', '').includes('apogee')

/** Proposes a name for the address of a school. Returns '' when the title has too few letters of the Latin script. */
export function proposedSchoolName(title: string): string {
  const name = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '')
    .reduce((joined, word) => {
      const longer = joined === '' ? word : `${joined}-${word}`
      return longer.length <= schoolLimits.longestName ? longer : joined
    }, '')
  return isSchoolName(name) && !isReservedSchoolName(name) ? name : ''
}
