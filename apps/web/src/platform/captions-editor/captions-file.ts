/** Systems report no type, or another one, for files of captions. */
export const isCaptionsFile = ({ name }: Pick<File, 'name'>): boolean => /\.(?:vtt|srt)$/i.test(name)
