/** Joins the truthy class names: `classNames('ap-card', wide && 'wide', className)`. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
